import { CloseButton } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import classes from './toast.module.css'

const SHOWN_MS = 4_000

/** `link` leads to what the text is about: 'Added Rusks 500 g', 'View'. */
export type ToastContent = { text: string; link?: LinkProps }
type Message = ToastContent & { isFailure: boolean }

const listeners = new Set<(message: Message) => void>()

const show = (message: Message) => {
  for (const listener of listeners) listener(message)
}

/** Says in a few words that something was done, such as 'Saved'. */
export const showToast = (text: string, link?: LinkProps) => show({ text, isFailure: false, ...(link && { link }) })

/** Says that something was not done. It stays until the person closes it. */
export const showFailure = (text: string) => show({ text, isFailure: true })

/**
 * The polite live region of the application: a screen reader announces what appears in it. It has no role, so that pages have one
 * status each.
 */
export function Toast() {
  const [toast, setToast] = useState<(ToastContent & { id: number }) | null>(null)
  const [failures, setFailures] = useState<readonly string[]>([])

  useEffect(() => {
    const add = ({ text, link, isFailure }: Message) => {
      if (isFailure) setFailures((shown) => [...shown.filter((other) => other !== text), text])
      else setToast((last) => ({ text, id: (last?.id ?? 0) + 1, ...(link && { link }) }))
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
        <p key={text} className="row medium appear">
          {text}
          <CloseButton
            variant="transparent"
            c="inherit"
            aria-label={`Close: ${text}`}
            onClick={() => setFailures((shown) => shown.filter((other) => other !== text))}
          />
        </p>
      ))}
      {toast && (
        // A new element, so that the same text is announced again.
        <p key={toast.id} className="row medium appear">
          {toast.text}
          {toast.link && (
            <Link {...toast.link} className={classes.view} onClick={() => setToast(null)}>
              View
            </Link>
          )}
        </p>
      )}
    </div>
  )
}
