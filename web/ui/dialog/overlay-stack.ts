import { useId, useLayoutEffect, useSyncExternalStore } from 'react'

/** The open dialogs and drawers, the one in front last. */
let stack: readonly string[] = []
const listeners = new Set<() => void>()

function setStack(next: readonly string[]) {
  stack = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Whether no other dialog or drawer was opened after this one. `isInFront` is the present state, `isCovered` that of the render. */
export function useOverlay(isOpen: boolean) {
  const id = useId()
  useLayoutEffect(() => {
    if (!isOpen) return
    setStack([...stack, id])
    return () => setStack(stack.filter((other) => other !== id))
  }, [id, isOpen])
  const isCovered = useSyncExternalStore(subscribe, () => stack.includes(id) && stack.at(-1) !== id)
  return { isCovered, isInFront: () => stack.at(-1) === id }
}
