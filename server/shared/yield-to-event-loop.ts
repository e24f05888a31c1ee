import { setImmediate as pause } from 'node:timers/promises'

const MAX_BLOCK_MS = 20

/** Yields the same items and gives way to the event loop every 20 ms, so that other requests are answered. */
export async function* yieldToEventLoop<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > MAX_BLOCK_MS) {
      await pause()
      since = performance.now()
    }
    yield item
  }
}
