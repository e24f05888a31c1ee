import { ORPCError } from '@orpc/server'
import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import { SALE_TITLES } from '../../../../contract/columns/sale-titles.ts'
import type { SalesImportPreview, SalesImportSearch } from '../../../../contract/sales-imports.ts'
import { SALES_IMPORT_MAX_ROWS } from '../../../../contract/shared/constants.ts'
import { NO_SITE } from '../../../../contract/shared/errors.ts'
import type { InBusiness } from '../../../../db/tenant-scope.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { describeColumns, keepChoice, type MatchedTable, matchTable } from '../../../shared/files/match-table.ts'
import { openTable } from '../../../shared/files/read-table.ts'
import { createContentHash, createReference, type FileSale } from './build-sale.ts'
import { createDayFinder } from './find-day.ts'
import { createEmployeeMatcher, createSiteMatcher } from './match-names.ts'
import { ProductMatcher } from './match-products.ts'
import { FileFormats, isRejected } from './parse-row.ts'
import { PreviewSummary } from './preview-summary.ts'
import { countOtherSales, findNames, findStored, insertBatch, insertPreview, type StagedBatch, updateTotals } from './queries.ts'
import { type ReadRows, readSales, sampleFormats } from './read-sales.ts'

const BATCH_SALES = 500

type Fields = (SaleField | null)[]

/** Reads a file, and stores its new sales as batches that are not imported yet. Throws InvalidFile. */
export async function createPreview(
  within: InBusiness,
  source: FileSource,
  search: SalesImportSearch,
): Promise<SalesImportPreview> {
  const table = await openTable(source, { titles: SALE_TITLES, maxRows: SALES_IMPORT_MAX_ROWS, rowNoun: 'rows' })
  const { columns: chosen, date_order } = search
  const matched = await matchTable(within, table, { noun: 'sales', titles: SALE_TITLES, chosen, date_order })
  const missing = findMissing(matched.fields)
  if (missing.length === 0) await within((scope) => keepChoice(scope, matched, date_order !== undefined))
  const sales = missing.length > 0 ? null : await stageSales(within, matched, search)
  return { columns: describeColumns(matched), missing, sales }
}

/** A sale needs a date and an amount. */
function findMissing(fields: Fields) {
  const has = (field: SaleField) => fields.includes(field)
  const hasAmount = has('finalamount') || has('linetotal') || has('price')
  return [...(has('saledate') ? [] : ['saledate']), ...(hasAmount ? [] : ['finalamount'])]
}

async function stageSales(within: InBusiness, matched: MatchedTable<SaleField>, search: SalesImportSearch) {
  const { fields } = matched
  const names = await within(findNames)
  if (!names.sites.some(({ siteid }) => siteid === search.siteid)) throw new ORPCError('NO_SITE', NO_SITE)
  const formats = new FileFormats(matched.date_order)
  const readRows = createRowReader(matched)
  await sampleFormats(readRows, formats)
  const findDay = createDayFinder(names.timezone)
  const summary = new PreviewSummary()
  const findSite = createSiteMatcher(names, search.siteid, search.sites)
  const importid = await within((scope) => insertPreview(scope, search.file_name))
  const stage = createStage({ within, importid, summary, findDay, names, search })
  const hasItems = fields.includes('productname') || fields.includes('barcode')
  for await (const sale of readSales({ readRows, formats, findSite, findDay, hasItems })) {
    if (!isRejected(sale)) await stage.add(sale)
    else {
      summary.reject(sale)
      if (sale.unknownSite) summary.unknownSites.add(sale.unknownSite)
    }
  }
  await stage.flush()
  const totals = summary.totals()
  const { first_day, last_day } = totals
  const other_sales = await within(async (scope) => {
    await updateTotals(scope, importid, totals)
    return first_day && last_day ? countOtherSales(scope, first_day, last_day, names.timezone) : 0
  })
  return {
    ...{ importid, ...summary.toPreview(), other_sales },
    employees: names.employees.map(({ employeeid, firstname, lastname }) => ({ employeeid, name: `${firstname} ${lastname}` })),
    date_order: formats.dates.order,
    is_date_ambiguous: formats.dates.isAmbiguous,
    is_from_today: first_day !== null && first_day >= names.today,
  }
}

function createRowReader({ table, fields }: MatchedTable<SaleField>): ReadRows {
  const places = fields.flatMap((field, index) => (field ? [{ field, index }] : []))
  return async function* () {
    for await (const { line, cells } of table.rows())
      yield { line, cells: Object.fromEntries(places.map(({ field, index }) => [field, cells[index] ?? ''])) }
  }
}

type StageOptions = {
  within: InBusiness
  importid: number
  summary: PreviewSummary
  findDay: (saledate: string) => string
  names: Awaited<ReturnType<typeof findNames>>
  search: SalesImportSearch
}

type Staged = { sale: FileSale; day: string; reference: string; content_hash: string }

/** Collects the sales of each site and stores them in batches. */
function createStage({ within, importid, summary, findDay, names, search }: StageOptions) {
  const waiting = new Map<number, Staged[]>()
  const equal = new Map<string, number>()
  const products = new ProductMatcher()
  const findEmployee = createEmployeeMatcher(names, search.employees)
  const siteNames = new Map(names.sites.map(({ siteid, sitename }) => [siteid, sitename]))
  const standIn = names.employees.find(({ employeeid }) => employeeid === search.employeeid)?.employeeid
  let batches = 0

  /** Distinguishes sales without a receipt number that are equal in all else. */
  function countEqual(key: string) {
    const count = (equal.get(key) ?? 0) + 1
    equal.set(key, count)
    return count
  }

  async function store(siteid: number) {
    const staged = waiting.get(siteid) ?? []
    waiting.delete(siteid)
    const stored = await within((scope) =>
      findStored(
        scope,
        staged.map(({ reference }) => reference),
      ),
    )
    await products.load(
      within,
      siteid,
      staged.map(({ sale }) => sale),
    )
    const sales: StagedBatch['sales'] = []
    for (const { sale, day, reference, content_hash } of staged) {
      const earlier = stored.get(reference)
      if (earlier !== undefined && earlier !== content_hash) {
        summary.reject({ ...sale, reason: 'This receipt was imported before with another date or amount.' })
        continue
      }
      const isNew = earlier === undefined
      summary.add(sale, day, isNew)
      summary.addSample(toSample(sale))
      if (!isNew) continue
      stored.set(reference, content_hash)
      sales.push({ content_hash, sale: toSale(sale, reference) })
    }
    if (sales.length > 0) await within((scope) => insertBatch(scope, importid, ++batches, { siteid, sales }))
  }

  function matchEmployee({ employee }: FileSale) {
    const found = employee ? findEmployee(employee) : undefined
    if (employee && found === undefined) summary.unknownEmployees.add(employee)
    return found ?? standIn
  }

  function toSale(sale: FileSale, reference: string): StagedBatch['sales'][number]['sale'] {
    const unknown: string[] = []
    const items = sale.lines.flatMap((line) => {
      const productid = products.find(sale.siteid, line)
      if (productid === undefined) unknown.push(line.productname || line.barcode)
      return productid === undefined ? [] : { productid, quantity: line.quantity, price: toRand(line.price) }
    })
    summary.addItems(items.length, unknown)
    const employeeid = matchEmployee(sale)
    const { saledate, payment_method } = sale
    return { reference, saledate, finalamount: sale.finalamount / 100, payment_method, employeeid, items }
  }

  const toSample = ({ line, saledate, siteid, employee, payment_method, finalamount, lines }: FileSale) => ({
    ...{ line, saledate, payment_method, amount: finalamount / 100, items: lines.length },
    sitename: siteNames.get(siteid) ?? '',
    employee: employee || null,
  })

  return {
    async add(sale: FileSale) {
      const day = findDay(sale.saledate)
      const staged = { sale, day, reference: createReference(sale, day, countEqual), content_hash: createContentHash(sale) }
      const ofSite = waiting.get(sale.siteid) ?? []
      waiting.set(sale.siteid, ofSite)
      ofSite.push(staged)
      if (ofSite.length >= BATCH_SALES) await store(sale.siteid)
    },
    async flush() {
      for (const siteid of [...waiting.keys()]) await store(siteid)
    },
  }
}

const toRand = (cents: number | null) => (cents === null ? undefined : cents / 100)
