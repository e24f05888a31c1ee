/** A page that is busy, or in a window that draws nothing, may never be idle. Safari has no `requestIdleCallback`. */
const LATEST_MS = 1_000

/** Calls it when the browser has nothing else to do, and at the latest after a second; the returned function cancels that. */
export function whenIdle(callback: () => void) {
  if ('requestIdleCallback' in globalThis) {
    const id = requestIdleCallback(callback, { timeout: LATEST_MS })
    return () => cancelIdleCallback(id)
  }
  const id = setTimeout(callback, LATEST_MS)
  return () => clearTimeout(id)
}
