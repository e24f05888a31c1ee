import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { type ImportPreview, ImportSearch, type Product, type UnmatchedFile } from '../../../../contract/products.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import type { VatRate } from '../../../../contract/shared/vat-rate.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import { receiveImport } from '../../../http/receive-import.ts'
import { writeCsv } from '../../../shared/csv.ts'
import type { ImportReader } from '../../../shared/files/import-reader.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { listVatRates } from '../../../shared/vat-rates.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { needsPerson } from './match-file.ts'
import { createPlan, type ParsedRow, parseRow, type RejectedRow, type SitesByName } from './plan.ts'
import { findBusinessId, findMatches, findRowsWithKnownName, findSites, savePreview } from './queries.ts'
import { openFile, readRows } from './read-file.ts'

/** The calls of an import that carry a CSV file. procedures.ts has the confirmation. */
export function importRoutes(access: Access, reader: ImportReader) {
  const route = createRoutes(access)

  const preview = route(async (c, { within }) => {
    const answer = await receiveFile(c, within, reader, async (file, parse) => {
      if (needsPerson(file)) return { unmatched: true, columns: describeColumns(file) } satisfies UnmatchedFile
      const rows = await parse()
      return within(async (scope) => {
        const { changes, preview } = await planRows(scope, rows, file)
        await keepChoice(scope, file)
        return { ...(await savePreview(scope, changes)), ...preview, columns: describeColumns(file) } satisfies ImportPreview
      })
    })
    return c.json(answer)
  })

  const rejected = route(async (c, { within }) => {
    const file = await receiveFile(c, within, reader, async (file, parse) => {
      const rows = await parse()
      const { preview } = await within((scope) => planRows(scope, rows, file))
      const reasons = new Map(preview.lines.flatMap(({ line, reason }) => (reason ? [[line, reason]] : [])))
      return Array.fromAsync(writeRejected(file.table, reasons))
    })
    return sendCsv(c, 'products-not-imported.csv', file)
  })

  const template = route(async (c) =>
    sendCsv(c, 'products-template.csv', await Array.fromAsync(writeCsv(PRODUCT_COLUMNS, noPages()))),
  )

  return new Hono<{ Variables: { log: Logger } }>()
    .get('/template.csv', template)
    .post('/rejected.csv', rejected)
    .post('/', preview)
}

type File = MatchedTable<ProductField>
type Work<T> = (file: File, parse: () => ReturnType<typeof parseRows>) => Promise<T>

/** Calls `work` with the file of a request, the fields of its columns, and a function that parses its rows. */
async function receiveFile<T>(c: RouteContext, within: Caller['within'], reader: ImportReader, work: Work<T>) {
  const { siteid, columns } = readQuery(c, ImportSearch)
  const { businessid, sites } = await within(async (scope) => ({
    businessid: await findBusinessId(scope),
    sites: await findSites(scope),
  }))
  if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
  return receiveImport(c, reader, businessid, async (source) => {
    const options = { noun: 'products', titles: PRODUCT_TITLES, chosen: columns } as const
    const file = await matchTable(within, await openFile(source), options)
    return work(file, async () => parseRows(file, { sites, chosenSite: siteid, vatRates: await within(listVatRates) }))
  })
}

type Options = { sites: SitesByName; chosenSite: number; vatRates: VatRate[] }

async function parseRows({ table, fields }: MatchedTable<ProductField>, { sites, chosenSite, vatRates }: Options) {
  const { rows: cells, numbers } = await readRows(table, fields, vatRates)
  const rows: (ParsedRow | RejectedRow)[] = []
  for await (const row of yieldToEventLoop(cells)) rows.push(parseRow(row, { numbers, sites, chosenSite }))
  return rows
}

async function planRows(scope: Scope, rows: (ParsedRow | RejectedRow)[], file: MatchedTable<ProductField>) {
  const parsed = rows.filter((row) => 'values' in row)
  const matches = await findMatches(scope, parsed)
  const matchedLines = new Set(matches.map(({ line }) => line))
  const unmatched = parsed.filter(({ line }) => !matchedLines.has(line))
  const linesWithKnownName = await findRowsWithKnownName(scope, unmatched)
  const fields = file.fields.filter((field): field is ProductField => field !== null)
  return createPlan({ rows, matches, linesWithKnownName, fields })
}

function sendCsv(c: RouteContext, fileName: string, file: Buffer[]) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${fileName}"`)
  return c.body(Buffer.concat(file))
}

async function* noPages(): AsyncGenerator<Product[]> {}
