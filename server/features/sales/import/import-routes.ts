import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import { type SalesImportPreview, SalesImportSearch, salesImportErrors } from '../../../../contract/sales-imports.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import { receiveImport } from '../../../http/receive-import.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import type { ImportReader } from '../../../shared/files/import-reader.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { createPreview } from './create-preview.ts'
import type { KeptUploads } from './kept-uploads.ts'
import { listRejected } from './list-rejected.ts'
import { findNames } from './queries.ts'

type Read<T> = (within: Caller['within'], source: FileSource, search: SalesImportSearch) => Promise<T>

/** The calls of an import that carry a file. procedures.ts has the others. */
export function salesImportRoutes(access: Access, reader: ImportReader, keptUploads: KeptUploads) {
  const route = createRoutes(access)

  /** Reads the file of a request and keeps it, or reads the one that was kept of an earlier request. */
  async function receiveFile<T>(c: RouteContext, { within, user_id }: Caller, read: Read<T>) {
    const search = readQuery(c, SalesImportSearch)
    // Before the file is written to the disk: may the caller import?
    const { businessid } = await within(findNames)
    const owner = `${businessid} ${user_id}`
    const work = (body: Request['body'], encoding: string | undefined) =>
      receiveImport(c, reader, businessid, (source) => read(within, source, search), { body, encoding })
    const done = search.uploadid
      ? await keptUploads.reuse(owner, search.uploadid, work)
      : await keptUploads.receive(owner, c.req.raw.body, c.req.header('content-encoding'), work)
    if (!done) throw new ORPCError('UPLOAD_GONE', salesImportErrors.UPLOAD_GONE)
    return done
  }

  const preview = route(async (c, caller) => {
    const { result, uploadid } = await receiveFile(c, caller, createPreview)
    return c.json({ uploadid, ...result } satisfies SalesImportPreview)
  })

  const rejected = route(async (c, caller) => {
    const { result } = await receiveFile(c, caller, async (...upload) => {
      const { table, reasons } = await listRejected(...upload)
      return Buffer.concat(await Array.fromAsync(writeRejected(table, reasons)))
    })
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
