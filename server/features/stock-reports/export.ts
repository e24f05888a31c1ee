import { sql } from 'kysely'
import type { z } from 'zod'
import {
  InTransitExport,
  type InTransitRow,
  ReorderExport,
  type ReorderRow,
  ShrinkageExport,
  type ShrinkageRow,
  type SlowSeller,
  SlowSellersExport,
  StockValueExport,
  type StockValueRow,
} from '../../../contract/stock-reports.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, chooseVisible, writeCsv } from '../../shared/csv.ts'
import { formatLocalTime, setLocalTimezone } from '../../shared/local-time.ts'
import { hasLeadTimes, sumTransit } from './queries.ts'
import { type Order, type ReportRows, readIds, readRows } from './read-report.ts'
import { findInTransit, findShrinkage, openReorder, openSlowSellers, openStockValue } from './reports.ts'

type Product = Pick<ReorderRow, 'productname' | 'barcode' | 'sitename' | 'supplier'>

const PRODUCT_COLUMNS: CsvColumn<Product>[] = [
  { title: 'Supplier', value: ({ supplier }) => supplier },
  { title: 'Product', value: ({ productname }) => productname },
  { title: 'Barcode', value: ({ barcode }) => barcode },
  { title: 'Site', value: ({ sitename }) => sitename },
]

const REORDER_COLUMNS: CsvColumn<ReorderRow>[] = [
  ...PRODUCT_COLUMNS,
  { title: 'Stock', value: ({ stock }) => stock },
  { title: 'Reorder level', value: ({ reorder_level }) => reorder_level },
  { title: 'Order quantity', value: ({ order_quantity }) => order_quantity },
  { title: 'Units a day', value: ({ speed }) => speed },
  { title: 'Days left', value: ({ days_left }) => days_left },
  { title: 'To order', value: ({ suggested }) => suggested },
  { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 2, isCost: true },
  { title: 'Cost', value: ({ cost }) => cost, decimals: 2, isCost: true },
]

const LEAD_TIME: CsvColumn<ReorderRow> = { title: 'Lead time', value: ({ lead_time_days }) => lead_time_days }

/** The files of a business that has no lead times do not have the column. */
const chooseReorderColumns = async (scope: Scope) =>
  (await hasLeadTimes(scope)) ? [...REORDER_COLUMNS, LEAD_TIME] : REORDER_COLUMNS

const SLOW_COLUMNS: CsvColumn<SlowSeller>[] = [
  ...PRODUCT_COLUMNS,
  { title: 'Stock', value: ({ stock }) => stock },
  { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 2, isCost: true },
  { title: 'Cost', value: ({ cost }) => cost, decimals: 2, isCost: true },
  { title: 'Last sale', value: ({ last_sold }) => last_sold },
]

const VALUE_COLUMNS: CsvColumn<StockValueRow>[] = [
  { title: 'Site', value: ({ sitename }) => sitename },
  { title: 'Products', value: ({ products }) => products },
  { title: 'Units', value: ({ units }) => units },
  // Blank where it is known of none.
  {
    title: 'At purchase price',
    value: ({ cost, products, unknown_costs }) => (products > unknown_costs || products === 0 ? cost : null),
    decimals: 2,
    isCost: true,
  },
  { title: 'At selling price', value: ({ value }) => value, decimals: 2 },
  { title: 'Products without purchase price', value: ({ unknown_costs }) => unknown_costs, isCost: true },
]

/** The order is fixed at the start; each page has the products as they are when it is read, if the report still has them. */
const createExport = <Search extends Order, Row>(
  fileName: string,
  input: z.ZodType<Search>,
  chooseColumns: (scope: Scope) => CsvColumn<Row>[] | Promise<CsvColumn<Row>[]>,
  openReport: (scope: Scope, search: Search) => Promise<ReportRows>,
  /** Rows after those of the report. */
  readLast: (scope: Scope, search: Search) => Promise<Row[]> = async () => [],
): Export<Search> => ({
  input,
  open: async (within, search) => {
    const { report, ids, columns, last } = await within(async (scope) => {
      const report = await openReport(scope, search)
      const ids = await readIds(scope, report, search)
      return { report, ids, columns: chooseVisible(scope, await chooseColumns(scope)), last: await readLast(scope, search) }
    })
    const readPages = async function* () {
      for await (const page of splitIntoPages(ids)) yield await within((scope) => readRows<Row>(scope, report, page))
      yield last
    }
    return { fileName, rows: ids.length + last.length, file: writeCsv(columns, readPages()) }
  },
})

export const reorderExport = createExport('reorder-list.csv', ReorderExport, chooseReorderColumns, openReorder)
export const slowSellersExport = createExport('slow-sellers.csv', SlowSellersExport, () => SLOW_COLUMNS, openSlowSellers)
export const stockValueExport = createExport(
  'stock-value.csv',
  StockValueExport,
  () => VALUE_COLUMNS,
  openStockValue,
  async (scope, { q, day }) => {
    const sums = q === '' ? await sumTransit(scope, day) : null
    return sums ? [{ siteid: 0, sitename: 'In transit', ...sums }] : []
  },
)

type ExportedTransit = Omit<InTransitRow, 'sent_at'> & { sent_at: string }

const TRANSIT_COLUMNS: CsvColumn<ExportedTransit>[] = [
  { title: 'Transfer', value: ({ number }) => number },
  { title: 'Sent at', value: ({ sent_at }) => sent_at },
  { title: 'From', value: ({ sitename }) => sitename },
  { title: 'To', value: ({ to_sitename }) => to_sitename },
  { title: 'Product', value: ({ productname }) => productname },
  { title: 'Barcode', value: ({ barcode }) => barcode },
  { title: 'Units', value: ({ units }) => units },
  { title: 'Cost', value: ({ cost }) => cost, decimals: 2, isCost: true },
]

/** With the time of the business, as all files have it. */
async function findExportedTransit(scope: Scope, search: Parameters<typeof findInTransit>[1]) {
  const found = await findInTransit(scope, search)
  await setLocalTimezone(scope)
  const { rows } = await sql<{ sent_at: string }>`
    select ${formatLocalTime(sql`sent_at`)} as sent_at
      from unnest(${found.rows.map(({ sent_at }) => sent_at)}::timestamptz[]) with ordinality sent (sent_at, position)
     order by position`.execute(scope)
  return { ...found, rows: found.rows.map((row, index) => ({ ...row, sent_at: rows[index]?.sent_at ?? '' })) }
}

export const inTransitExport: Export<z.output<typeof InTransitExport>> = {
  input: InTransitExport,
  open: async (within, search) => {
    const read = (scope: Scope, page: number) => findExportedTransit(scope, { ...search, page })
    const { first, columns } = await within(async (scope) => ({
      first: await read(scope, 1),
      columns: chooseVisible(scope, TRANSIT_COLUMNS),
    }))
    const readPages = async function* () {
      yield first.rows
      for (let page = 2; page <= first.pages; page++) yield (await within((scope) => read(scope, page))).rows
    }
    return { fileName: 'in-transit.csv', rows: first.results, file: writeCsv(columns, readPages()) }
  },
}

const KINDS = { adjustment: 'Adjustment', count: 'Count', transfer: 'Missing in a transfer' } as const

const SHRINKAGE_COLUMNS: CsvColumn<ShrinkageRow>[] = [
  { title: 'Site', value: ({ sitename }) => sitename },
  { title: 'Kind', value: ({ kind }) => KINDS[kind] },
  { title: 'Reason', value: ({ reason }) => reason },
  { title: 'Units lost', value: ({ lost }) => lost },
  { title: 'Units found', value: ({ found }) => found },
  { title: 'Cost lost', value: ({ lost_cost }) => lost_cost, decimals: 2, isCost: true },
  { title: 'Cost found', value: ({ found_cost }) => found_cost, decimals: 2, isCost: true },
  { title: 'Lines without purchase price', value: ({ unknown_costs }) => unknown_costs, isCost: true },
]

export const shrinkageExport: Export<z.output<typeof ShrinkageExport>> = {
  input: ShrinkageExport,
  open: async (within, search) => {
    const { rows, columns } = await within(async (scope) => ({
      rows: (await findShrinkage(scope, search)).rows,
      columns: chooseVisible(scope, SHRINKAGE_COLUMNS),
    }))
    return { fileName: `shrinkage_${search.from}_${search.to}.csv`, rows: rows.length, file: writeCsv(columns, [rows]) }
  },
}
