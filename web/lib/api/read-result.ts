type Progress = { done: number; of: number }
export type OnProgress = (progress: Progress) => void

/** Longer than any pause between two events of work that goes on, also on a busy server. */
const SILENCE_MS = 60_000

/** Reads the events of long work up to its result. Rejects when the answer ends before, or when no event comes for a while. */
export async function readResult<Event extends object>(
  events: AsyncIterable<Event>,
  onProgress: OnProgress,
): Promise<Exclude<Event, Progress>> {
  const iterator = events[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { promise: silence, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('No event came.')), SILENCE_MS)
      const { value, done } = await Promise.race([iterator.next(), silence]).finally(() => clearTimeout(timer))
      if (done) throw new Error('The answer ended before the result.')
      if (!isProgress(value)) return value as Exclude<Event, Progress>
      onProgress(value)
    }
  } finally {
    // Ends the answer, of which nothing more is read. Not waited for: it may be silent.
    iterator.return?.().catch(() => {})
  }
}

const isProgress = (event: object): event is Progress => 'done' in event
