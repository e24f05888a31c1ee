import { ORPCError } from '@orpc/server'
import { isDiskFull, ScopeRefused } from '../../db/errors.ts'
import { toApiError } from './errors.ts'
import type { RequestContext } from './request-context.ts'

type Options<Event> = {
  request: Pick<RequestContext, 'log' | 'onDiskFull'>
  /** Resolves to the last event. */
  run: (onProgress: (event: Event) => void) => Promise<Event>
  /** The error of the contract for one that is neither of the contract nor of every call. */
  toError: (error: unknown) => ORPCError<string, unknown>
  /** What is logged when an error has a cause. */
  failure: { event: string; message: string }
}

/** Runs work and yields its progress and its result. The work continues when the reader goes away. */
export function streamProgress<Event>({ request, run, toError, failure }: Options<Event>) {
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
        const apiError = toStreamError(error)
        if (apiError.cause) request.log.error({ event: failure.event, err: apiError.cause }, failure.message)
        if (isRead) controller.error(apiError)
      }
    },
    cancel() {
      isRead = false
    },
  })

  function toStreamError(error: unknown) {
    if (error instanceof ORPCError) return error
    return error instanceof ScopeRefused || isDiskFull(error) ? toApiError(error, request) : toError(error)
  }

  return stream.values()
}
