import type { ProductInput } from '../../contract/products.ts'
import type { Owner } from './clients.ts'

/** What a product has that a test does not name. */
export const PLAIN_PRODUCT = { barcode: '', category: '', supplier: '', description: '', price: 10, purchaseprice: 5, stock: 0 }

/** Adds a product and returns its row of the list. */
export async function addProduct(
  { api, siteid }: Pick<Owner, 'api' | 'siteid'>,
  product: Partial<ProductInput> & { productname: string },
) {
  const { productid } = await api.products.create({ ...PLAIN_PRODUCT, siteid, ...product })
  return findProduct(api, productid, product.productname)
}

/** The row of the list that a search for `q` finds. */
export async function findProduct(api: Owner['api'], productid: number, q: string) {
  const found = (await api.products.list({ q })).rows.find((product) => product.productid === productid)
  if (!found) throw new Error(`${q} is not in the list`)
  return found
}

/** What a dialog that was opened with this row sends after some changes. */
export const createEdit = (
  { sitename: _, picture: __, version, ...product }: Awaited<ReturnType<typeof findProduct>>,
  changes: Partial<ProductInput> = {},
) => ({
  ...product,
  ...changes,
  opened: { version, stock: product.stock },
})
