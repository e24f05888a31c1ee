import { type Product, ProductsExport } from '../../../contract/products.ts'
import { EXPORT_PAGE_ROWS, type Export } from '../../http/csv-export.ts'
import type { InBusiness } from '../../http/http-routes.ts'
import { type CsvColumn, writeCsv } from '../../shared/csv.ts'
import { findAllIds } from './listing.ts'
import { findProducts } from './queries.ts'

/** An import reads the same columns. */
export const COLUMNS: CsvColumn<Product>[] = [
  { title: 'Site', value: (product) => product.sitename },
  { title: 'Product', value: (product) => product.productname },
  { title: 'Barcode', value: (product) => product.barcode },
  { title: 'Category', value: (product) => product.category },
  { title: 'Supplier', value: (product) => product.supplier },
  { title: 'Description', value: (product) => product.description },
  { title: 'Price', value: (product) => product.price, decimals: 2 },
  { title: 'Purchase price', value: (product) => product.purchaseprice, decimals: 2 },
  { title: 'Stock', value: (product) => product.stock },
]

/** All filtered products in the list's order; the order is that of the beginning, each page's products are as they then are. */
export const productsExport: Export<ProductsExport> = {
  input: ProductsExport,
  open: async (within, input) => {
    const productids = await within((scope) => findAllIds(scope, input))
    return { fileName: 'products.csv', rows: productids.length, file: writeCsv(COLUMNS, pagesOf(within, productids)) }
  },
}

async function* pagesOf(within: InBusiness, productids: number[]) {
  for (let at = 0; at < productids.length; at += EXPORT_PAGE_ROWS)
    yield await within((scope) => findProducts(scope, productids.slice(at, at + EXPORT_PAGE_ROWS)))
}
