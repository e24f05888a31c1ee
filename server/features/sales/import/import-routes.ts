import { Hono } from 'hono'
import type { Logger } from 'pino'
import { SalesImportSearch } from '../../../../contract/sales-imports.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import { receiveImport } from '../../../http/receive-import.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import type { ImportReader } from '../../../shared/files/import-reader.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { createPreview } from './create-preview.ts'
import { listRejected } from './list-rejected.ts'
import { findNames } from './queries.ts'

type Read<T> = (within: Caller['within'], source: FileSource, search: SalesImportSearch) => Promise<T>

/** The calls of an import that carry a file. procedures.ts has the others. */
export function salesImportRoutes(access: Access, reader: ImportReader) {
  const route = createRoutes(access)

  async function receiveFile<T>(c: RouteContext, { within }: Caller, read: Read<T>) {
    const search = readQuery(c, SalesImportSearch)
    // Before the file is written to the disk: may the caller import?
    const { businessid } = await within(findNames)
    return receiveImport(c, reader, businessid, (source) => read(within, source, search))
  }

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
