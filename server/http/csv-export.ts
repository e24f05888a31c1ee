import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { EXPORT_RUNNING } from '../../contract/shared/errors.ts'
import { type Access, createRoutes, type InBusiness, readQuery } from './http-routes.ts'

/** How a slice exports its list: `input` reads the address as the list's own search does, but for the page. */
export type Export<Input> = {
  input: z.ZodType<Input>
  open: (within: InBusiness, input: Input) => Promise<Opened>
}

type Opened = {
  fileName: string
  /** How many rows follow the head. */
  rows: number
  file: AsyncIterator<Uint8Array>
}

/** Rows read and written at once: enough that asking costs little beside writing, and few enough that other requests come in between. */
export const EXPORT_PAGE_ROWS = 1_000

/**
 * Makes the handlers that answer with a file, written while it is read: the first line leaves at once, and no transaction is
 * open between two pages, however slow the reader is. One export at a time for each person.
 */
export function createExporter(access: Access) {
  const route = createRoutes(access)
  const exporting = new Set<string>()

  return <Input>({ input, open }: Export<Input>) =>
    route(async (c, { user_id, within }) => {
      // Hono hands HEAD over too: a file that nobody reads would be written for ever.
      if (c.req.method !== 'GET') throw new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: 'An export is a GET.' })
      const search = readQuery(c, input)
      if (exporting.has(user_id)) throw new ORPCError('EXPORT_RUNNING', EXPORT_RUNNING)

      exporting.add(user_id)
      const began = performance.now()
      const end = (how: string, fault?: unknown) => {
        exporting.delete(user_id)
        const told = { path: c.req.path, ms: Math.round(performance.now() - began) }
        if (fault) c.var.log.error({ ...told, err: fault }, how)
        else c.var.log.info(told, how)
      }
      try {
        const { fileName, rows, file } = await open(within, search)
        c.header('content-type', 'text/csv; charset=utf-8')
        c.header('content-disposition', `attachment; filename="${fileName}"`)
        c.header('x-total-rows', String(rows))
        // Compressing would hold the first lines back.
        c.header('cache-control', 'no-store, no-transform')
        return c.body(createStream(file, end))
      } catch (fault) {
        end('an export could not begin')
        throw fault
      }
    })
}

/** `end` is told once: all was read, the reader went away, or a page could not be read, which breaks the connection. */
function createStream(file: AsyncIterator<Uint8Array>, end: (how: string, fault?: unknown) => void) {
  let isCancelled = false
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await file.next()
        if (isCancelled) return
        if (!done) return controller.enqueue(value)
        end('an export was read to its end')
        controller.close()
      } catch (fault) {
        if (isCancelled) return
        end('an export broke off', fault)
        controller.error(fault)
      }
    },
    async cancel() {
      isCancelled = true
      await file.return?.() // after the page that is being read
      end('an export was cancelled')
    },
  })
}
