import type { z } from 'zod'
import { CHOSEN_TWICE } from '../../../../contract/columns/file-column.ts'
import type { ProductField } from '../../../../contract/columns/import-fields.ts'
import { PRODUCT_TITLES } from '../../../../contract/columns/product-titles.ts'
import { NAMES_MAX } from '../../../../contract/imports.ts'
import { type ImportPreview, ImportSearch } from '../../../../contract/product-imports.ts'
import type { InBusiness, Scope } from '../../../../db/tenant-scope.ts'
import type { Import } from '../../../http/import-routes.ts'
import type { ReceivedFile } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { PRODUCT_EXPORTS } from '../../../shared/files/known-exports/product-exports.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { mapReasons } from '../../../shared/files/write-rejected.ts'
import { findChosenNames, saveChosenNames } from '../../../shared/import-names.ts'
import { createSiteFinder } from '../../../shared/import-sites.ts'
import { listVatRates } from '../../../shared/vat-rates.ts'
import { yieldToEventLoop } from '../../../shared/yield-to-event-loop.ts'
import { findTaken } from '../further-barcodes.ts'
import { PRODUCT_COLUMNS } from './columns.ts'
import { needsPerson } from './match-file.ts'
import { createPlan, type ParsedRow, parseRow, type RejectedRow } from './plan.ts'
import { findMatches, findRowsToJoin, findRowsWithKnownName, listTexts, savePreview } from './queries.ts'
import { openFile, readRows } from './read-file.ts'
import { createSpelling } from './spelling.ts'
import { findStores, matchByStore, toStoreKey } from './store-columns.ts'

type Search = z.output<typeof ImportSearch>
type Site = { siteid: number; sitename: string }
/** `stores` has the store of each column, null for one of all stores. */
type File = MatchedTable<ProductField> & { stores: (string | null)[] }
type Row = ParsedRow | RejectedRow

async function matchFile(within: InBusiness, source: ReceivedFile, { columns: chosen }: Search, sites: Site[]): Promise<File> {
  const options = { noun: 'products', titles: PRODUCT_TITLES, exports: PRODUCT_EXPORTS, chosen } as const
  const matched = await matchTable(within, await openFile(source), options)
  const { columns } = matched.table
  const stores = findStores(columns, sites, matched.madeBy)
  const fields = matched.by === 'titles' ? matchByStore(columns, stores, matched.madeBy) : matched.fields
  const keys = fields.flatMap((field, index) => (field ? [`${field} ${toStoreKey(stores[index])}`] : []))
  if (new Set(keys).size < keys.length) throw new InvalidFile(CHOSEN_TWICE)
  return { ...matched, fields, stores: fields.map((field, index) => (field && stores[index]?.store) || null) }
}

const describeFile = (file: File) =>
  describeColumns(file).map((column, index) => {
    const store = file.stores[index]
    return store ? { ...column, store } : column
  })

async function parseRows(within: InBusiness, file: File, { siteid: chosenSite, sites: chosen = {} }: Search, sites: Site[]) {
  const { vatRates, kept } = await within(async (scope) => ({
    vatRates: await listVatRates(scope),
    kept: await findChosenNames(scope, 'siteid'),
  }))
  const { rows: cells, numbers, skipped, leftOut } = await readRows(file, vatRates)
  const stores = new Set(file.stores.filter((store) => store !== null))
  const onlyName = stores.size === 1 ? [...stores][0] : undefined
  const findSite = createSiteFinder({ sites, chosen: { ...kept, ...chosen }, onlyName })
  const rows: Row[] = []
  const unknown = new Map<string, { products: number; siteid: number | null }>()
  for await (const row of yieldToEventLoop(cells)) {
    const name = row.store ?? row.cells.site ?? ''
    const site = name === '' ? { siteid: chosenSite, isChosen: false } : findSite(name)
    rows.push(parseRow(row, { numbers, site }))
    const isKnown = 'siteid' in site && (!site.isChosen || (sites.length === 1 && name === onlyName))
    if (isKnown) continue
    const products = (unknown.get(name)?.products ?? 0) + 1
    unknown.set(name, { products, siteid: 'siteid' in site ? site.siteid : null })
  }
  const unknown_sites = [...unknown].slice(0, NAMES_MAX).map(([name, found]) => ({ name, ...found }))
  const counts = {
    ...(skipped > 0 && { skipped }),
    ...(leftOut > 0 && { left_out: leftOut }),
    ...(unknown_sites.length > 0 && { unknown_sites }),
  }
  return { rows, counts }
}

async function planRows(scope: Scope, rows: Row[], file: File) {
  const parsed = rows.filter((row) => 'values' in row)
  for (const field of ['category', 'supplier'] as const) {
    if (!file.fields.includes(field)) continue
    const spell = createSpelling(await listTexts(scope, field))
    for await (const { values } of yieldToEventLoop(parsed)) if (values[field]) values[field] = spell(values[field])
  }
  const matches = await findMatches(scope, parsed)
  const matchedRows = new Set(matches.map(({ nth }) => nth))
  const unmatched = parsed.filter(({ nth }) => !matchedRows.has(nth))
  const rowsWithKnownName = await findRowsWithKnownName(scope, unmatched)
  const rowsToJoin = await findRowsToJoin(scope, unmatched)
  const fields = file.fields.filter((field): field is ProductField => field !== null)
  return createPlan({
    rows,
    matches,
    rowsWithKnownName,
    rowsToJoin,
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
    const file = await matchFile(within, source, search, sites)
    const columns = describeFile(file)
    const made_by = file.madeBy?.name
    if (needsPerson(file)) return { columns, made_by, preview: null }
    await within((scope) => saveChosenNames(scope, 'siteid', search.sites))
    const { rows, counts } = await parseRows(within, file, search, sites)
    return within(async (scope) => {
      const { changes, preview } = await planRows(scope, rows, file)
      await keepChoice(scope, file)
      return { columns, made_by, preview: { ...(await savePreview(scope, changes)), ...preview, ...counts } }
    })
  },

  async listRejected(within, source, search, sites) {
    const file = await matchFile(within, source, search, sites)
    const { rows } = await parseRows(within, file, search, sites)
    const { lines } = (await within((scope) => planRows(scope, rows, file))).preview
    return { table: file.table, reasons: mapReasons(lines) }
  },
}
