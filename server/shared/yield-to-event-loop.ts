import { setImmediate as pause } from 'node:timers/promises'

const AT_A_STRETCH_MS = 20

/** The same items, one by one, with a pause whenever that has taken a moment: other requests come in between. */
export async function* yieldToEventLoop<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > AT_A_STRETCH_MS) {
      await pause()
      since = performance.now()
    }
    yield item
  }
}
