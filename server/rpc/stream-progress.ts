/** Runs work and yields its progress and its result. The work continues when the reader goes away. */
export function streamProgress<Event>(
  run: (onProgress: (event: Event) => void) => Promise<Event>,
  toError: (error: unknown) => Error,
) {
  let isRead = true
  const stream = new ReadableStream<Event>({
    async start(controller) {
      const onProgress = (event: Event) => {
        if (isRead) controller.enqueue(event)
      }
      try {
        onProgress(await run(onProgress))
        if (isRead) controller.close()
      } catch (error) {
        const shown = toError(error)
        if (isRead) controller.error(shown)
      }
    },
    cancel() {
      isRead = false
    },
  })
  return stream.values()
}
