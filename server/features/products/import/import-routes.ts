import { ORPCError } from '@orpc/server'
import { Hono } from 'hono'
import type { Logger } from 'pino'
import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { type ImportPreview, ImportSearch, type Product, type UnmatchedFile } from '../../../../contract/products.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import type { VatRate } from '../../../../contract/vat-rates.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { type Access, type Caller, createRoutes, type RouteContext, readQuery } from '../../../http/http-routes.ts'
import { writeCsv } from '../../../shared/csv.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { writeRejected } from '../../../shared/files/write-rejected.ts'
import { createLimiter } from '../../../shared/limiter.ts'
import { listVatRates } from '../../../shared/vat-rates.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { needsPerson, refuseFile } from './match-file.ts'
import { createPlan, type ParsedRow, parseRow, type RejectedRow, type SitesByName } from './plan.ts'
import { findMatches, findRowsWithKnownName, findSites, savePreview } from './queries.ts'
import { openFile, readRows } from './read-file.ts'

/** Reading a file takes a whole core for a moment. */
const readLimiter = createLimiter({ concurrency: 1, maxQueued: 10 })

const read = <T>(work: () => Promise<T>) =>
  readLimiter(work).catch((error) => {
    throw error instanceof InvalidFile ? refuseFile(error.message) : error
  })

/** The calls of an import that carry a CSV file. procedures.ts has the confirmation. */
export function importRoutes(access: Access) {
  const route = createRoutes(access)

  const preview = route(async (c, { within }) => {
    const { file, parse } = await receiveFile(c, within)
    if (needsPerson(file)) return c.json({ unmatched: true, columns: describeColumns(file) } satisfies UnmatchedFile)
    const rows = await parse()
    const result = await within(async (scope) => {
      const { changes, preview } = await planRows(scope, rows, file)
      await keepChoice(scope, file)
      return { ...(await savePreview(scope, changes)), ...preview, columns: describeColumns(file) }
    })
    return c.json(result satisfies ImportPreview)
  })

  const rejected = route(async (c, { within }) => {
    const { file, parse } = await receiveFile(c, within)
    const rows = await parse()
    const { preview } = await within((scope) => planRows(scope, rows, file))
    const reasons = new Map(preview.lines.flatMap(({ line, reason }) => (reason ? [[line, reason]] : [])))
    return sendCsv(c, 'products-not-imported.csv', writeRejected(file.table, reasons))
  })

  const template = route((c) => sendCsv(c, 'products-template.csv', writeCsv(PRODUCT_COLUMNS, noPages())))

  return new Hono<{ Variables: { log: Logger } }>()
    .get('/template.csv', template)
    .post('/rejected.csv', rejected)
    .post('/', preview)
}

/** The file of a request with the fields of its columns, and a function that parses its rows. */
async function receiveFile(c: RouteContext, within: Caller['within']) {
  const { siteid, columns } = readQuery(c, ImportSearch)
  const bytes = new Uint8Array(await c.req.arrayBuffer())
  const sites = await within(findSites)
  if (![...sites.values()].flat().includes(siteid)) throw new ORPCError('NO_SITE', NO_SITE)
  const file = await read(async () => {
    const options = { noun: 'products', titles: PRODUCT_TITLES, chosen: columns } as const
    return matchTable(within, await openFile(bytes), options)
  })
  return {
    file,
    parse: () => read(async () => parseRows(file, { sites, chosenSite: siteid, vatRates: await within(listVatRates) })),
  }
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

async function sendCsv(c: RouteContext, fileName: string, file: AsyncIterable<Buffer>) {
  c.header('content-type', 'text/csv; charset=utf-8')
  c.header('content-disposition', `attachment; filename="${fileName}"`)
  return c.body(Buffer.concat(await Array.fromAsync(file)))
}

async function* noPages(): AsyncGenerator<Product[]> {}
