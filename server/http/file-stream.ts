import { cut } from './connection.ts'
import type { RouteContext } from './http-routes.ts'

/**
 * The body of a file that is sent while it is read, and a log line when it ends: read to its end, cancelled by the client, or broken off
 * because a page failed, which cuts the connection: an error in the stream would be printed once more, and what is sent must not look
 * complete. Calls `onEnd` once.
 */
export function createFileStream(c: RouteContext, file: AsyncIterator<Uint8Array>, onEnd?: () => void) {
  const began = performance.now()
  let isEnded = false
  const end = (event: string, message: string, error?: unknown) => {
    isEnded = true
    onEnd?.()
    const fields = { event, path: c.req.path, ms: Math.round(performance.now() - began) }
    if (error) c.var.log.error({ ...fields, err: error }, message)
    else c.var.log.info(fields, message)
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await file.next()
        if (isEnded) return
        if (!done) return controller.enqueue(value)
        end('export_finished', 'an export was read to its end')
        controller.close()
      } catch (error) {
        if (isEnded) return
        end('export_failed', 'an export broke off', error)
        if (c.env.outgoing.socket) cut(c.env.outgoing.socket)
      }
    },
    async cancel() {
      if (isEnded) return
      isEnded = true
      await file.return?.() // waits for the page that is being read
      end('export_cancelled', 'an export was cancelled')
    },
  })
}
