import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { type SalesImportPreview, SalesImportSearch, salesImportErrors } from '../../../../contract/sales-imports.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { createLimiter } from '../../../shared/limiter.ts'
import { createPreview } from './create-preview.ts'
import type { Body, KeptUploads } from './kept-uploads.ts'
import { listRejected } from './list-rejected.ts'
import { findNames } from './queries.ts'
import { createUploadSpool } from './upload-spool.ts'

/** Reading a file takes a whole core for seconds. */
const readLimiter = createLimiter({ concurrency: 1, maxQueued: 10 })
const withUpload = createUploadSpool()

type Read<T> = (within: Caller['within'], source: FileSource, search: SalesImportSearch) => Promise<T>

/** The calls of an import that carry a file. procedures.ts has the others. */
export function salesImportRoutes(access: Access, keptUploads: KeptUploads) {
  const route = createRoutes(access)

  /** Reads the file of a request and perhaps keeps it, or reads the one that was kept of an earlier request. */
  async function receiveFile<T>(
    c: RouteContext,
    { within, user_id }: Caller,
    read: Read<T>,
    isKept: boolean,
  ): Promise<{ result: T; uploadid: string }> {
    const search = readQuery(c, SalesImportSearch)
    // Before the file is written to the disk: may the caller import?
    const { businessid } = await within(findNames)
    const owner = `${businessid} ${user_id}`
    const work = (body: Body) => readBody(c, { ...body, businessid }, (source) => read(within, source, search))
    const body = { body: c.req.raw.body, encoding: c.req.header('content-encoding') }
    if (!search.uploadid) return isKept ? keptUploads.receive(owner, body, work) : { result: await work(body), uploadid: '' }
    const done = await keptUploads.reuse(owner, search.uploadid, work)
    if (!done) throw new ORPCError('UPLOAD_GONE', salesImportErrors.UPLOAD_GONE)
    return done
  }

  const preview = route(async (c, caller) => {
    const { result, uploadid } = await receiveFile(c, caller, createPreview, true)
    return c.json({ uploadid, ...result } satisfies SalesImportPreview)
  })

  const rejected = route(async (c, caller) => {
    const write: Read<Buffer<ArrayBuffer>> = async (...upload) => {
      const { table, reasons } = await listRejected(...upload)
      return Buffer.concat(await Array.fromAsync(writeRejected(table, reasons)))
    }
    const { result } = await receiveFile(c, caller, write, false)
    c.header('content-type', 'text/csv; charset=utf-8')
    c.header('content-disposition', 'attachment; filename="sales-not-imported.csv"')
    return c.body(result)
  })

  const removeUpload = route(async (c, { within, user_id }) => {
    const { businessid } = await within(findNames)
    await keptUploads.remove(`${businessid} ${user_id}`, c.req.param('uploadid') ?? '')
    return c.body(null, 204)
  })

  return new Hono<{ Variables: { log: Logger } }>()
    .post('/rejected.csv', rejected)
    .post('/', preview)
    .delete('/uploads/:uploadid', removeUpload)
}

/** A reading ends when the client goes away: the screen reads a file again after each choice. */
async function readBody<T>(c: RouteContext, body: Body & { businessid: string }, read: (source: FileSource) => Promise<T>) {
  const { signal } = c.req.raw
  try {
    return await withUpload({ ...body, signal }, (source) => readLimiter(() => read(source)))
  } catch (error) {
    if (signal.aborted) throw new ORPCError('CLIENT_CLOSED_REQUEST', { status: 499, message: 'The client went away.' })
    if (!(error instanceof InvalidFile)) throw error
    throw new ORPCError('FILE_REFUSED', { ...salesImportErrors.FILE_REFUSED, message: error.message })
  }
}
