import { useEffect, useRef } from 'react'

/**
 * Moves the focus to the first field of a new step, which begins at the top of the screen. The button that opened the step, or its tab,
 * is no longer on the page.
 */
export function useStepFocus(step: number) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step && document.activeElement !== document.body) return
    shown.current = step
    const first = page.current?.querySelector<HTMLElement>('input:checked') ?? page.current?.querySelector<HTMLElement>('input')
    scrollTo({ top: 0 })
    ;(first ?? page.current)?.focus({ preventScroll: true })
  }, [step])
  return page
}
