import { ProductsExport } from '../../../contract/products.ts'
import type { InBusiness } from '../../../db/tenant-scope.ts'
import { type Export, splitIntoPages } from '../../http/csv-export.ts'
import { chooseVisible, writeCsv } from '../../shared/csv.ts'
import { PRODUCT_COLUMNS } from './import/columns.ts'
import { findProducts } from './queries.ts'
import { findAllIds } from './search.ts'

/** All filtered products in the list's order. The order is fixed at the start; each page has the products as they are when it is read. */
export const productsExport: Export<ProductsExport> = {
  input: ProductsExport,
  open: async (within, input) => {
    const { productids, columns } = await within(async (scope) => ({
      productids: await findAllIds(scope, input),
      columns: chooseVisible(scope, PRODUCT_COLUMNS),
    }))
    return { fileName: 'products.csv', rows: productids.length, file: writeCsv(columns, readPages(within, productids)) }
  },
}

async function* readPages(within: InBusiness, productids: number[]) {
  for await (const ids of splitIntoPages(productids)) yield await within((scope) => findProducts(scope, ids))
}
