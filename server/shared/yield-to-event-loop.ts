const MAX_BLOCK_MS = 2

/** The loops that gave way, in the order in which they go on. */
const waiting: (() => void)[] = []

function resumeNext() {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}

const nextTurn = () =>
  new Promise<void>((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })

/**
 * Yields the same items and gives way to the event loop every 2 ms, so that other requests are answered. Of several loops one goes on
 * in each turn of the event loop: many at once hold up the others no longer than one does.
 */
export async function* yieldToEventLoop<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > MAX_BLOCK_MS) {
      await nextTurn()
      since = performance.now()
    }
    yield item
  }
}
