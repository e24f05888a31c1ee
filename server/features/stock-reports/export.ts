import type { z } from 'zod'
import {
  ReorderExport,
  type ReorderRow,
  type SlowSeller,
  SlowSellersExport,
  StockValueExport,
  type StockValueRow,
} from '../../../contract/stock-reports.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { hasLeadTimes } from './queries.ts'
import { type Order, type ReportRows, readIds, readRows } from './read-report.ts'
import { openReorder, openSlowSellers, openStockValue } from './reports.ts'

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
  { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 2 },
  { title: 'Cost', value: ({ cost }) => cost, decimals: 2 },
]

const LEAD_TIME: CsvColumn<ReorderRow> = { title: 'Lead time', value: ({ lead_time_days }) => lead_time_days }

/** The files of a business that has no lead times do not have the column. */
const chooseReorderColumns = async (scope: Scope) =>
  (await hasLeadTimes(scope)) ? [...REORDER_COLUMNS, LEAD_TIME] : REORDER_COLUMNS

const SLOW_COLUMNS: CsvColumn<SlowSeller>[] = [
  ...PRODUCT_COLUMNS,
  { title: 'Stock', value: ({ stock }) => stock },
  { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 2 },
  { title: 'Cost', value: ({ cost }) => cost, decimals: 2 },
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
  },
  { title: 'At selling price', value: ({ value }) => value, decimals: 2 },
  { title: 'Products without purchase price', value: ({ unknown_costs }) => unknown_costs },
]

/** The order is fixed at the start; each page has the products as they are when it is read, if the report still has them. */
const createExport = <Search extends Order, Row>(
  fileName: string,
  input: z.ZodType<Search>,
  chooseColumns: (scope: Scope) => CsvColumn<Row>[] | Promise<CsvColumn<Row>[]>,
  openReport: (scope: Scope, search: Search) => Promise<ReportRows>,
): Export<Search> => ({
  input,
  open: async (within, search) => {
    const { report, ids, columns } = await within(async (scope) => {
      const report = await openReport(scope, search)
      return { report, ids: await readIds(scope, report, search), columns: await chooseColumns(scope) }
    })
    const readPages = async function* () {
      for await (const page of splitIntoPages(ids)) yield await within((scope) => readRows<Row>(scope, report, page))
    }
    return { fileName, rows: ids.length, file: writeCsv(columns, readPages()) }
  },
})

export const reorderExport = createExport('reorder-list.csv', ReorderExport, chooseReorderColumns, openReorder)
export const slowSellersExport = createExport('slow-sellers.csv', SlowSellersExport, () => SLOW_COLUMNS, openSlowSellers)
export const stockValueExport = createExport('stock-value.csv', StockValueExport, () => VALUE_COLUMNS, openStockValue)
