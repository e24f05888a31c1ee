import { Box, CloseButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import classes from './toast.module.css'

const SHOWN_MS = 4_000

type Message = { text: string; isFailure: boolean }

const listeners = new Set<(message: Message) => void>()

const show = (message: Message) => {
  for (const listener of listeners) listener(message)
}

/** Says in a few words that something was done, such as 'Saved'. */
export const showToast = (text: string) => show({ text, isFailure: false })

/** Says that something was not done, where the form that it was about is closed. It stays until the person closes it. */
export const showFailure = (text: string) => show({ text, isFailure: true })

/**
 * The polite live region of the application: a screen reader announces what appears in it. It has no role, so that pages have one
 * status each.
 */
export function Toast() {
  const [toast, setToast] = useState<{ text: string; id: number } | null>(null)
  const [failures, setFailures] = useState<readonly string[]>([])

  useEffect(() => {
    const add = ({ text, isFailure }: Message) => {
      if (isFailure) setFailures((shown) => [...shown.filter((other) => other !== text), text])
      else setToast((last) => ({ text, id: (last?.id ?? 0) + 1 }))
    }
    listeners.add(add)
    return () => void listeners.delete(add)
  }, [])

  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => setToast(null), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [toast])

  return (
    <div aria-live="polite" className={`screen-only ${classes.toasts}`}>
      {failures.map((text) => (
        <Box component="p" key={text} className="row medium appear" mih={36} px="md" bdrs={18} bg="var(--text)" c="var(--card)">
          {text}
          <CloseButton
            variant="transparent"
            c="inherit"
            aria-label={`Close: ${text}`}
            onClick={() => setFailures((shown) => shown.filter((other) => other !== text))}
          />
        </Box>
      ))}
      {toast && (
        // A new element, so that the same text is announced again.
        <Box
          component="p"
          key={toast.id}
          className="row medium appear"
          mih={36}
          px="md"
          bdrs={18}
          bg="var(--text)"
          c="var(--card)"
        >
          {toast.text}
        </Box>
      )}
    </div>
  )
}
