import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { SalesImportSearch, salesImportErrors } from '../../../../contract/sales-imports.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { createLimiter } from '../../../shared/limiter.ts'
import { createPreview } from './create-preview.ts'
import { listRejected } from './list-rejected.ts'
import { findNames } from './queries.ts'
import { createUploadSpool } from './upload-spool.ts'

/** Reading a file takes a whole core for seconds. */
const readLimiter = createLimiter({ concurrency: 1, maxQueued: 10 })
const withUpload = createUploadSpool()

type Read<T> = (within: Caller['within'], source: FileSource, search: SalesImportSearch) => Promise<T>

/** The calls of an import that carry a file. procedures.ts has the others. */
export function salesImportRoutes(access: Access) {
  const route = createRoutes(access)

  const preview = route(async (c, caller) => c.json(await receiveFile(c, caller, createPreview)))

  const rejected = route(async (c, caller) => {
    const file = await receiveFile(c, caller, async (...upload) => {
      const { table, reasons } = await listRejected(...upload)
      return Buffer.concat(await Array.fromAsync(writeRejected(table, reasons)))
    })
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="sales-not-imported.csv"')
    return c.body(file)
  })

  return new Hono<{ Variables: { log: Logger } }>().post('/rejected.csv', rejected).post('/', preview)
}

/** Reads the file of a request. A reading ends when the client goes away: the screen reads a file again after each choice. */
async function receiveFile<T>(c: RouteContext, { within }: Caller, read: Read<T>) {
  const search = readQuery(c, SalesImportSearch)
  // Before the file is written to the disk: may the caller import?
  const { businessid } = await within(findNames)
  const { body, signal } = c.req.raw
  try {
    return await withUpload({ businessid, body, encoding: c.req.header('content-encoding'), signal }, (source) =>
      readLimiter(() => read(within, source, search)),
    )
  } catch (error) {
    if (signal.aborted) throw new ORPCError('CLIENT_CLOSED_REQUEST', { status: 499, message: 'The client went away.' })
    if (!(error instanceof InvalidFile)) throw error
    throw new ORPCError('FILE_REFUSED', { ...salesImportErrors.FILE_REFUSED, message: error.message })
  }
}
