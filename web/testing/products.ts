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
    further_barcodes: [],
    category: '',
    supplier: '',
    description: '',
    price: 0,
    purchaseprice: 0,
    is_free: false,
    stock: 0,
    vat_rate: 15 as const,
    reorder_level: null,
    order_quantity: null,
    version: 1,
    picture: null,
  },
  ...more,
})

export const AMASI = {
  description: 'Cultured milk, keep below 5 °C',
  barcode: '6001482104372',
  category: 'Dairy',
  supplier: 'Umgeni Dairy',
  price: 42.99,
  purchaseprice: 30,
  stock: 18,
}
/** Two pages of products. */
export const createShelf = () => [
  createProduct('Amasi, full cream 2 L', AMASI),
  createProduct('Apricot jam 900 g', { category: 'Preserves', supplier: 'Montagu Fruit Co.', price: 58.95, stock: 64 }),
  createProduct('beef biltong 250 g', { barcode: '600731', category: 'Snacks', supplier: 'Karoo Biltong', price: 139.9 }),
  createProduct('Boerewors 1 kg', { category: 'Butchery', supplier: 'Winelands Meats', price: 129.99, stock: 34 }),
  createProduct('Buttermilk rusks', { category: 'Bakery', supplier: 'Overberg Bakery', price: 1_074.5, stock: 212 }),
  createProduct('Chutney', { category: 'Preserves', price: 39.5, stock: 12.75 }),
  createProduct('Droëwors', { supplier: 'Karoo Biltong', price: 5, stock: -3 }),
]

/** The calls of the products screen, answered from these rows. */
export function serveProducts(...rows: Product[]): Answers {
  const find = (productid: number) => rows.findIndex((row) => row.productid === productid)
  const distinct = (texts: string[]) => [...new Set(texts.filter(Boolean))].toSorted()
  return {
    products: {
      incoming: () => [],
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
      item: ({ input: { productid }, errors }) => {
        const found = rows[find(productid)]
        if (!found) throw errors.NOT_FOUND()
        // Products of one barcode are joined.
        return rows
          .filter(({ barcode }) => barcode === found.barcode)
          .map((row) => ({ ...row, has_own_price: row.has_own_price ?? false }))
      },
      probablySame: () => toPage([], 1, 10),
      sameBarcode: () => toPage([], 1, 10),
      options: () => ({
        categories: distinct(rows.map(({ category }) => category)),
        suppliers: distinct(rows.map(({ supplier }) => supplier)),
        vat_rates: [15, 0, 'exempt'],
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
