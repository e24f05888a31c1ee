import type { Product } from '../../contract/products.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'
import { SITE } from './render-screen.tsx'

let products = 0

export const createProduct = (productname: string, more: Partial<Product> = {}): Product => ({
  productid: ++products,
  ...SITE,
  productname,
  ...{
    barcode: '',
    category: '',
    supplier: '',
    description: '',
    price: 0,
    purchaseprice: 0,
    stock: 0,
    version: 1,
    picture: null,
  },
  ...more,
})

/** The calls of the products screen, answered from these rows. */
export function serveProducts(...rows: Product[]): Answers {
  const find = (productid: number) => rows.findIndex((row) => row.productid === productid)
  const distinct = (texts: string[]) => [...new Set(texts.filter(Boolean))].toSorted()
  return {
    products: {
      list: ({ input: { q, page, low, category, supplier, siteid, per_page } }) =>
        toPage(
          rows
            .filter((row) => row.productname.toLowerCase().includes(q.toLowerCase()))
            .filter(({ stock }) => !low || stock < 50)
            .filter((row) => siteid === undefined || row.siteid === siteid)
            .filter((row) => [row.category, ''].includes(category) && [row.supplier, ''].includes(supplier)),
          page,
          per_page,
        ),
      get: ({ input: { productid }, errors }) => {
        const found = rows[find(productid)]
        if (!found) throw errors.NOT_FOUND()
        return found
      },
      options: () => ({
        categories: distinct(rows.map(({ category }) => category)),
        suppliers: distinct(rows.map(({ supplier }) => supplier)),
      }),
      create: ({ input: { request_id: _, ...product } }) => {
        const added = createProduct(product.productname, product)
        rows.push(added)
        return { productid: added.productid }
      },
      update: ({ input: { opened, ...product }, errors }) => {
        const before = rows[find(product.productid)]
        if (!before) throw errors.NOT_FOUND()
        rows[find(product.productid)] = { ...before, ...product, version: opened.version + 1 }
      },
      remove: ({ input: { productid }, errors }) => {
        if (find(productid) < 0) throw errors.NOT_FOUND()
        rows.splice(find(productid), 1)
      },
    },
  }
}
