/**
 * Combines many calls into few runs: the first runs at once, the next at least `gapMs` after its end, never two at the same time.
 * A call during a run causes one more run, because the current one may have read too early.
 */
export function coalesce(run: () => Promise<unknown>, gapMs: number) {
  let isRunning = false
  let isWanted = false

  async function runWhileWanted() {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await run().catch(() => {}) // a failed run must not prevent the next one
      await new Promise((resolve) => setTimeout(resolve, gapMs))
    }
    isRunning = false
  }

  return () => {
    isWanted = true
    if (!isRunning) void runWhileWanted()
  }
}
