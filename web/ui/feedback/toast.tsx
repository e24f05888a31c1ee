import { Box } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './toast.module.css'

const SHOWN_MS = 4_000

const listeners = new Set<(text: string) => void>()

/** Says in a few words that something was done, such as 'Saved'. */
export const showToast = (text: string) => {
  for (const listener of listeners) listener(text)
}

/**
 * The polite live region of the application: a screen reader announces what appears in it. It has no role, so that pages have one
 * status each.
 */
export function Toast() {
  const [toast, setToast] = useState<{ text: string; id: number } | null>(null)

  useEffect(() => {
    const show = (text: string) => setToast((last) => ({ text, id: (last?.id ?? 0) + 1 }))
    listeners.add(show)
    return () => void listeners.delete(show)
  }, [])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <div aria-live="polite" className={`screen-only ${classes.toasts}`}>
      {toast && (
        // A new element, so that the same text is announced again.
        <Box component="p" key={toast.id} className="row medium" mih={36} px="md" bdrs={18} bg="var(--text)" c="var(--card)">
          {toast.text}
        </Box>
      )}
    </div>
  )
}
