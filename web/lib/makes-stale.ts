/**
 * The ends of a write, by what reads anew all that it makes stale: a write that succeeds is done when that has come. What was
 * refused may be no more as the list shows it, and what was not answered may have been done: that is not waited for.
 */
export const makesStale = (readAnew: () => Promise<unknown>) => ({
  onSuccess: () => readAnew(),
  onError: () => void readAnew(),
})
