import { useEffect, useRef } from 'react'

/** Moves the focus to the first field of a new step. The button that opened the step, or its tab, is no longer on the page. */
export function useStepFocus(step: number) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step && document.activeElement !== document.body) return
    shown.current = step
    const first = page.current?.querySelector<HTMLElement>('input:checked') ?? page.current?.querySelector<HTMLElement>('input')
    ;(first ?? page.current)?.focus()
  }, [step])
  return page
}
