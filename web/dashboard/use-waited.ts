import { useEffect, useState } from 'react'

/** Whether the component has been on screen for so long. */
export function useWaited(ms: number) {
  const [hasWaited, setHasWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setHasWaited(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return hasWaited
}
