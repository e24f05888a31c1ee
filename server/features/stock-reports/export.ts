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
import type { Export } from '../../http/csv-export.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { findReorderRows, findSlowSellerRows, findStockValueRows } from './reports.ts'

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

const SLOW_COLUMNS: CsvColumn<SlowSeller>[] = [
  ...PRODUCT_COLUMNS,
  { title: 'Stock', value: ({ stock }) => stock },
  { title: 'Purchase price', value: ({ purchaseprice }) => purchaseprice, decimals: 2 },
  { title: 'Money tied up', value: ({ cost }) => cost, decimals: 2 },
  { title: 'Last sale', value: ({ last_sold }) => last_sold },
]

const VALUE_COLUMNS: CsvColumn<StockValueRow>[] = [
  { title: 'Site', value: ({ sitename }) => sitename },
  { title: 'Products', value: ({ products }) => products },
  { title: 'Units', value: ({ units }) => units },
  { title: 'At purchase price', value: ({ cost }) => cost, decimals: 2 },
  { title: 'At selling price', value: ({ value }) => value, decimals: 2 },
]

/** A file of the rows of one statement: a report is as long as the list of products at most. */
const createExport = <Input, Row>(
  fileName: string,
  input: z.ZodType<Input>,
  columns: CsvColumn<Row>[],
  find: (scope: Scope, input: Input) => Promise<Row[]>,
): Export<Input> => ({
  input,
  open: async (within, search) => {
    const rows = await within((scope) => find(scope, search))
    return { fileName, rows: rows.length, file: writeCsv(columns, readOnce(rows)) }
  },
})

async function* readOnce<Row>(rows: Row[]) {
  yield rows
}

export const reorderExport = createExport('reorder-list.csv', ReorderExport, REORDER_COLUMNS, findReorderRows)
export const slowSellersExport = createExport('slow-sellers.csv', SlowSellersExport, SLOW_COLUMNS, findSlowSellerRows)
export const stockValueExport = createExport('stock-value.csv', StockValueExport, VALUE_COLUMNS, findStockValueRows)
