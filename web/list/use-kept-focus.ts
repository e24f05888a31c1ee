import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

/** Moves the focus to `target` when a focused element inside is removed, as 'Clear filters' is when the rows come. */
export function useKeptFocus(target: RefObject<HTMLElement | null>) {
  const isInside = useRef(false)
  useLayoutEffect(() => {
    if (isInside.current && document.activeElement === document.body) target.current?.focus({ preventScroll: true })
  })
  return {
    onFocus: () => {
      isInside.current = true
    },
    onBlur: ({ target }: FocusEvent) => {
      isInside.current = !target.isConnected
    },
  }
}
