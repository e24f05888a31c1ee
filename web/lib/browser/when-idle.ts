/** For Safari, which has no `requestIdleCallback`. */
const LATER_MS = 1_000

/** Calls it when the browser has nothing else to do; the returned function cancels that. */
export function whenIdle(callback: () => void) {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(callback)
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(callback, LATER_MS)
  return () => clearTimeout(id)
}
