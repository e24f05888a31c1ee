/**
 * Makes of many calls few runs: the first runs at once, the next one `gapMs` after its end at the earliest, and never two
 * at the same time. A call during a run means one more run, because that one may have looked too early.
 */
export function coalesce(run: () => Promise<unknown>, gapMs: number) {
  let isRunning = false
  let isWanted = false

  async function runWhileWanted() {
    isRunning = true
    while (isWanted) {
      isWanted = false
      await run().catch(() => {}) // whoever runs reports; a failed run must not end the later ones
      await new Promise((resolve) => setTimeout(resolve, gapMs))
    }
    isRunning = false
  }

  return () => {
    isWanted = true
    if (!isRunning) void runWhileWanted()
  }
}
