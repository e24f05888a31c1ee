type Progress = { done: number; of: number }
export type OnProgress = (progress: Progress) => void

/** Reads the events of long work up to its result. Rejects when the answer ends before. */
export async function readResult<Event extends object>(
  events: AsyncIterable<Event>,
  onProgress: OnProgress,
): Promise<Exclude<Event, Progress>> {
  for await (const event of events) {
    if (!isProgress(event)) return event as Exclude<Event, Progress>
    onProgress(event)
  }
  throw new Error('The answer ended before the result.')
}

const isProgress = (event: object): event is Progress => 'done' in event
