import { ORPCError } from '@orpc/server'
import type { z } from 'zod'
import { findKeyRights, findRights } from '../../contract/rights.ts'
import { EXPORT_RUNNING } from '../../contract/shared/errors.ts'
import type { InBusiness, Scope } from '../../db/tenant-scope.ts'
import { logEvent, logKeyExport } from '../shared/log-events.ts'
import { yieldToEventLoop } from '../shared/yield-to-event-loop.ts'
import { createFileStream } from './file-stream.ts'
import { type Access, createRoutes, readQuery } from './http-routes.ts'

/** How a feature exports its list: `input` parses the URL's search as the list does, without the page. */
export type Export<Input> = {
  input: z.ZodType<Input>
  open: (within: InBusiness, input: Input) => Promise<Opened>
}

type Opened = {
  fileName: string
  /** How many rows follow the header row. */
  rows: number
  file: AsyncIterator<Uint8Array>
  /** Keeps what is in the file, in the transaction that writes the export of a person into the log. */
  keep?: (scope: Scope) => Promise<unknown>
}

/** Of a file that is read from the replica: everything that was saved before is in it. */
const AS_AT_HEADER = 'Winkel-As-At'

/** Rows of one query: enough that the queries cost little, few enough that other requests run in between. */
export const EXPORT_PAGE_ROWS = 1_000

/** The pages of rows, or of ids, that are in memory. Other requests run in between. */
export const splitIntoPages = <Row>(rows: Row[]) => yieldToEventLoop(slicePages(rows))

function* slicePages<Row>(rows: Row[]) {
  for (let start = 0; start < rows.length; start += EXPORT_PAGE_ROWS) yield rows.slice(start, start + EXPORT_PAGE_ROWS)
}

/**
 * Creates route handlers that stream a CSV file. No transaction is open between two pages, however slow the client is. Each page may
 * come from the replica, and has everything that was saved before it was read. A file breaks off when the caller's session or key has ended, or
 * the right has changed. Each person and key can run one export at a time. `call` is the path of the export in the contract's `fileRoutes`.
 */
export function createExporter(access: Access) {
  const exporting = new Set<string>()

  return <Input>(call: string, { input, open }: Export<Input>) =>
    createRoutes(access, { rights: findRights(`files.${call}`), keyRights: findKeyRights(`files.${call}`) })(
      async (c, { user_id, readKey, clientIp, within: write, reading }) => {
        const caller = readKey?.hash ?? user_id
        // Hono passes HEAD to GET handlers: nobody would read the file, and the export would never end.
        if (c.req.method !== 'GET') throw new ORPCError('METHOD_NOT_ALLOWED', { status: 405, message: 'An export is a GET.' })
        const search = readQuery(c, input)
        if (exporting.has(caller)) throw new ORPCError('EXPORT_RUNNING', EXPORT_RUNNING)

        exporting.add(caller)
        const onEnd = () => void exporting.delete(caller)
        try {
          let asAt: Date | undefined
          const within = reading((as_at) => {
            asAt ??= as_at
          })
          const { fileName, rows, file, keep } = await open(within, search)
          if (readKey)
            await logKeyExport({ scopes: access.scopes, headers: c.req.raw.headers, clientIp }, readKey, fileName, rows)
          else
            await write(async (scope) => {
              await keep?.(scope)
              await logEvent(scope, 'export', fileName, { rows })
            })
          if (asAt) c.header(AS_AT_HEADER, asAt.toISOString())
          c.header('content-type', 'text/csv; charset=utf-8')
          c.header('content-disposition', `attachment; filename="${fileName}"`)
          c.header('x-total-rows', String(rows))
          // Compression would delay the first lines.
          c.header('cache-control', 'no-store, no-transform')
          return c.body(createFileStream(c, file, onEnd))
        } catch (error) {
          onEnd()
          c.var.log.info({ event: 'export_not_started', path: c.req.path }, 'an export could not begin')
          throw error
        }
      },
    )
}
