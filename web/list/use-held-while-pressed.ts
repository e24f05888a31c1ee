import { useEffect, useState } from 'react'

let isPressed = false
const listeners = new Set<() => void>()

document.addEventListener(
  'pointerdown',
  ({ target }) => {
    isPressed = target instanceof Element && target.closest('[data-list]') !== null
  },
  true,
)
for (const end of ['pointerup', 'pointercancel'] as const)
  document.addEventListener(
    end,
    // The click follows the end of the press.
    () =>
      setTimeout(() => {
        isPressed = false
        for (const listener of listeners) listener()
      }),
    true,
  )

/**
 * The value, or while a pointer is down on a list the one from before: rows that move or disappear between the press and its end would
 * lose the click.
 */
export function useHeldWhilePressed<Value>(value: Value) {
  const [shown, setShown] = useState(value)
  const isHeld = shown !== value && isPressed
  if (shown !== value && !isPressed) setShown(value)
  useEffect(() => {
    if (!isHeld) return
    const release = () => setShown(value)
    listeners.add(release)
    return () => void listeners.delete(release)
  }, [isHeld, value])
  return isHeld ? shown : value
}
