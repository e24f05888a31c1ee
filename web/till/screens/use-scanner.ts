import { useEffect, useEffectEvent } from 'react'

/** A scanner types faster than people do. */
const MAX_PAUSE_MS = 120
const SHORTEST = 3

const isField = (target: EventTarget | null) =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement

/** What a scanner types that works as a keyboard: characters and Enter, wherever the focus is but in a field. */
export function useScanner(onScan: (barcode: string) => void, isOn: boolean) {
  const onFound = useEffectEvent(onScan)
  useEffect(() => {
    if (!isOn) return
    let typed = ''
    let last = 0
    const onKey = (event: KeyboardEvent) => {
      if (isField(event.target) || event.ctrlKey || event.altKey || event.metaKey) return
      if (event.timeStamp - last > MAX_PAUSE_MS) typed = ''
      last = event.timeStamp
      if (event.key.length === 1) {
        typed += event.key
        return
      }
      if (event.key !== 'Enter' || typed.length < SHORTEST) return
      // Otherwise the button that has the focus is pressed too.
      event.preventDefault()
      const barcode = typed
      typed = ''
      onFound(barcode)
    }
    addEventListener('keydown', onKey, true)
    return () => removeEventListener('keydown', onKey, true)
  }, [isOn])
}
