import { type RefObject, useEffect, useEffectEvent } from 'react'

const FIELD = 'input, textarea, select, [contenteditable]'
const OVERLAY = '[role=dialog], [role=alertdialog], [role=menu]'

/**
 * A scanner types wherever the focus is: its digits reach the field from anywhere but another field, or a dialog that the field is not in.
 * `onDigits` runs before the first of them.
 */
export function useScannerFocus(input: RefObject<HTMLInputElement | null>, onDigits: () => void) {
  const start = useEffectEvent(onDigits)
  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
      if (!/^\d$/.test(key) || ctrlKey || metaKey || altKey) return
      if (target instanceof Element && target.closest(FIELD)) return
      if ([...document.querySelectorAll(OVERLAY)].some((overlay) => !overlay.contains(input.current))) return
      start()
      input.current?.focus({ preventScroll: true })
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [input])
}
