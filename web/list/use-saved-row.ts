import { useEffect, useState } from 'react'

const MARKED_MS = 4_000

/** The key of the row that was saved last: the list marks it for a moment. */
export function useSavedRow() {
  const [saved, setSaved] = useState<{ key: number } | null>(null)
  useEffect(() => {
    if (!saved) return
    const timer = setTimeout(() => setSaved(null), MARKED_MS)
    return () => clearTimeout(timer)
  }, [saved])
  return { savedKey: saved?.key, markSaved: (key: number) => setSaved({ key }) }
}
