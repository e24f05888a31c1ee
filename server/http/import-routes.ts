import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { z } from 'zod'
import type { FileColumn } from '../../contract/columns/file-column.ts'
import type { FieldTitles } from '../../contract/columns/match-columns.ts'
import { fileErrors, type ImportAnswer } from '../../contract/imports.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { InBusiness, Scope } from '../../db/tenant-scope.ts'
import { type CsvColumn, writeCsv } from '../shared/csv.ts'
import { type ChosenFile, chooseSheets, createLineNames } from '../shared/files/choose-sheets.ts'
import type { ImportNoun } from '../shared/files/column-matchings.ts'
import type { ReceivedFile } from '../shared/files/file-source.ts'
import type { ImportReader } from '../shared/files/import-reader.ts'
import { InvalidFile } from '../shared/files/invalid-file.ts'
import type { KeptUploads } from '../shared/files/kept-uploads.ts'
import type { Table } from '../shared/files/read-table.ts'
import { writeRejected } from '../shared/files/write-rejected.ts'
import { findBodyRule } from './body-limits.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from './http-routes.ts'

type Site = { siteid: number; sitename: string }
type Read<Search, Result> = (within: InBusiness, file: ReceivedFile, search: Search, sites: Site[]) => Promise<Result>

/** What an import reads in a file. Its functions throw InvalidFile. */
export type Import<Search, Preview> = {
  noun: ImportNoun
  search: z.ZodType<Search>
  titles: FieldTitles<string>
  /** Null where the person has to match columns first. */
  preview: Read<Search, { columns: FileColumn[]; made_by?: string | undefined; preview: Preview | null }>
  /** Why each row is not imported, by line. Stores nothing. */
  listRejected: Read<Search, { table: Table; reasons: ReadonlyMap<number, string> }>
  template?: CsvColumn<never>[]
}

type CommonSearch = { siteid: number; uploadid?: string | undefined; sheets?: string[] | undefined }

type Uploads = { reader: ImportReader; keptUploads: KeptUploads }

/** Creates the routes of an import that carry a file. Its procedures have the confirmation. */
export function createImportRoutes(access: Access, { reader, keptUploads }: Uploads) {
  const route = createRoutes(access)

  return <Search extends CommonSearch, Preview>(spec: Import<Search, Preview>) => {
    /** Reads the file of a request and keeps it, or reads the one that was kept of an earlier request. */
    async function receive<Result>(
      c: RouteContext,
      { within, user_id }: Caller,
      read: (chosen: ChosenFile, ...upload: Parameters<Read<Search, Result>>) => Promise<Result>,
    ) {
      const search = readQuery(c, spec.search)
      // Before the file is written to the disk: may the caller import?
      const { businessid, sites } = await within(findBusiness)
      if (!sites.some(({ siteid }) => siteid === search.siteid)) throw new ORPCError('NO_SITE', fileErrors.NO_SITE)
      // A reading ends when the client goes away: the screen reads a file again after each choice.
      const { signal } = c.req.raw
      const { max, tooLarge } = findBodyRule(c.req.path)
      const work = (body: Request['body'], encoding: string | undefined) =>
        reader.receive({ businessid, body, encoding, signal, maxBytes: max, tooLarge }, async (file) => {
          const chosen = await chooseSheets(file, search.sheets, spec.titles)
          return read(chosen, within, chosen.file, search, sites)
        })
      try {
        const done = search.uploadid
          ? await keptUploads.reuse(user_id, search.uploadid, work)
          : await keptUploads.receive(user_id, c.req.raw.body, c.req.header('content-encoding'), work)
        if (done) return done
      } catch (error) {
        if (signal.aborted) throw new ORPCError('CLIENT_CLOSED_REQUEST', { status: 499, message: 'The client went away.' })
        if (!(error instanceof InvalidFile)) throw error
        throw new ORPCError('FILE_REFUSED', { ...fileErrors.FILE_REFUSED, message: error.message })
      }
      throw new ORPCError('UPLOAD_GONE', fileErrors.UPLOAD_GONE)
    }

    const preview = route(async (c, caller) => {
      const { result, uploadid } = await receive(c, caller, async (chosen, ...upload) => ({
        ...createLineNames(chosen).nameLines(await spec.preview(...upload)),
        sheets: chosen.sheets,
      }))
      return c.json({ uploadid, ...result } satisfies ImportAnswer<Preview>)
    })

    const rejected = route(async (c, caller) => {
      const { result } = await receive(c, caller, async (chosen, ...upload) => {
        const { table, reasons } = await spec.listRejected(...upload)
        return collect(writeRejected(table, createLineNames(chosen).nameReasons(reasons)))
      })
      return sendCsv(c, `${spec.noun}-not-imported.csv`, result)
    })

    const routes = new Hono<{ Variables: { log: Logger } }>().post('/rejected.csv', rejected).post('/', preview)
    const { template } = spec
    if (!template) return routes
    return routes.get(
      '/template.csv',
      route(async (c) => sendCsv(c, `${spec.noun}-template.csv`, await collect(writeCsv(template, noPages())))),
    )
  }
}

/** Deletes the file of a preview. */
export const createUploadRoute = (access: Access, keptUploads: KeptUploads) =>
  createRoutes(access)(async (c, { user_id }) => {
    await keptUploads.remove(user_id, c.req.param('uploadid') ?? '')
    return c.body(null, 204)
  })

async function findBusiness(scope: Scope): Promise<{ businessid: string; sites: Site[] }> {
  const { id } = await scope.selectFrom('business').select('id').where('id', '=', currentBusiness).executeTakeFirstOrThrow()
  const sites = await scope.selectFrom('site').select(['siteid', 'sitename']).where('businessid', '=', currentBusiness).execute()
  return { businessid: id, sites }
}

const collect = async (file: AsyncIterable<Buffer>) => Buffer.concat(await Array.fromAsync(file))

function sendCsv(c: RouteContext, fileName: string, file: Buffer<ArrayBuffer>) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${fileName}"`)
  return c.body(file)
}

async function* noPages(): AsyncGenerator<never[]> {}
