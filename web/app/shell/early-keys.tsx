import { useLayoutEffect } from 'react'
import { SEARCH_MAX } from '../../../contract/shared/list.ts'

let typed = ''
let isEntered = false

/** What was typed while the palette loaded, once. */
export function takeEarlyKeys() {
  const keys = { text: typed.slice(0, SEARCH_MAX), isEntered }
  typed = ''
  isEntered = false
  return keys
}

/** In the place of the palette while it loads: keeps the keys for its field, which would go to another one. Escape closes it. */
export function EarlyKeys({ onClose }: { onClose: () => void }) {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey } = event
      if (metaKey || ctrlKey !== altKey) return // both are AltGr, which types
      if (key === 'Escape') {
        takeEarlyKeys()
        onClose()
      } else if (key === 'Enter') isEntered = typed !== ''
      else if (key === 'Backspace') typed = typed.slice(0, -1)
      else if ([...key].length === 1) typed += key
      else if (key !== 'Tab') return
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('keydown', onKeyDown, { capture: true })
    return () => document.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [onClose])
  return null
}
