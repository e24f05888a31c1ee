import type { ORPCError } from '@orpc/server'
import type { Logger } from 'pino'

type Options<Progress> = {
  run: (onProgress: (progress: Progress) => void) => Promise<void>
  toError: (error: unknown) => ORPCError<string, unknown>
  log: Logger
}

/** Runs work and yields its progress. The work continues when the reader goes away. */
export function streamProgress<Progress>({ run, toError, log }: Options<Progress>) {
  let isRead = true
  const stream = new ReadableStream<Progress>({
    async start(controller) {
      try {
        await run((progress) => {
          if (isRead) controller.enqueue(progress)
        })
        if (isRead) controller.close()
      } catch (error) {
        const apiError = toError(error)
        if (apiError.cause) log.error({ event: 'import_failed', err: apiError.cause }, 'an import failed')
        if (isRead) controller.error(apiError)
      }
    },
    cancel() {
      isRead = false
    },
  })
  return stream.values()
}
