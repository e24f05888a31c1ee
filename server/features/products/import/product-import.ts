import type { z } from 'zod'
import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { type ImportPreview, ImportSearch } from '../../../../contract/product-imports.ts'
import type { InBusiness, Scope } from '../../../../db/tenant-scope.ts'
import type { Import } from '../../../http/import-routes.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { mapReasons } from '../../../shared/files/write-rejected.ts'
import { listVatRates } from '../../../shared/vat-rates.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { findTaken } from '../further-barcodes.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { needsPerson } from './match-file.ts'
import { createPlan, type ParsedRow, parseRow, type RejectedRow } from './plan.ts'
import { findMatches, findRowsToJoin, findRowsWithKnownName, listTexts, savePreview } from './queries.ts'
import { openFile, readRows } from './read-file.ts'
import { createSpelling } from './spelling.ts'

type Search = z.output<typeof ImportSearch>
type Site = { siteid: number; sitename: string }
type File = MatchedTable<ProductField>
type Row = ParsedRow | RejectedRow

const matchFile = async (within: InBusiness, source: ReceivedFile, { columns: chosen }: Search): Promise<File> =>
  matchTable(within, await openFile(source), { noun: 'products', titles: PRODUCT_TITLES, chosen })

async function parseRows(within: InBusiness, { table, fields }: File, { siteid: chosenSite }: Search, named: Site[]) {
  const { rows: cells, numbers, skipped } = await readRows(table, fields, await within(listVatRates))
  const groups = Map.groupBy(named, ({ sitename }) => sitename.toLowerCase())
  const sites = new Map([...groups].map(([name, group]) => [name, group.map(({ siteid }) => siteid)]))
  const rows: Row[] = []
  for await (const row of yieldToEventLoop(cells)) rows.push(parseRow(row, { numbers, sites, chosenSite }))
  return { rows, skipped }
}

async function planRows(scope: Scope, rows: Row[], file: File) {
  const parsed = rows.filter((row) => 'values' in row)
  for (const field of ['category', 'supplier'] as const) {
    if (!file.fields.includes(field)) continue
    const spell = createSpelling(await listTexts(scope, field))
    for await (const { values } of yieldToEventLoop(parsed)) if (values[field]) values[field] = spell(values[field])
  }
  const matches = await findMatches(scope, parsed)
  const matchedLines = new Set(matches.map(({ line }) => line))
  const unmatched = parsed.filter(({ line }) => !matchedLines.has(line))
  const linesWithKnownName = await findRowsWithKnownName(scope, unmatched)
  const linesToJoin = await findRowsToJoin(scope, unmatched)
  const fields = file.fields.filter((field): field is ProductField => field !== null)
  return createPlan({
    rows,
    matches,
    linesWithKnownName,
    linesToJoin,
    fields,
    findTaken: (products) => findTaken(scope, products),
  })
}

export const productImport: Import<Search, ImportPreview> = {
  noun: 'products',
  search: ImportSearch,
  titles: PRODUCT_TITLES,
  template: PRODUCT_COLUMNS,

  async preview(within, source, search, sites) {
    const file = await matchFile(within, source, search)
    const columns = describeColumns(file)
    if (needsPerson(file)) return { columns, preview: null }
    const { rows, skipped } = await parseRows(within, file, search, sites)
    return within(async (scope) => {
      const { changes, preview } = await planRows(scope, rows, file)
      await keepChoice(scope, file)
      return { columns, preview: { ...(await savePreview(scope, changes)), ...preview, ...(skipped > 0 && { skipped }) } }
    })
  },

  async listRejected(within, source, search, sites) {
    const file = await matchFile(within, source, search)
    const { rows } = await parseRows(within, file, search, sites)
    const { lines } = (await within((scope) => planRows(scope, rows, file))).preview
    return { table: file.table, reasons: mapReasons(lines) }
  },
}
