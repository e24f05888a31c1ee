import { sql } from 'kysely'
import type { Page } from '../../contract/list.ts'
import type { Product, ProductInput, ProductsSearch } from '../../contract/products.ts'
import { currentBusiness, type Scope, violates } from '../../db/scope.ts'
import { idsOnPage } from './listing.ts'

export async function listProducts(scope: Scope, search: ProductsSearch): Promise<Page<Product>> {
  const { productids, ...page } = await idsOnPage(scope, search)
  return { rows: await productsOf(scope, productids), ...page }
}

/** The products with these ids, in the order of the ids; without those that are gone. */
export async function productsOf(scope: Scope, productids: number[]): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select productid, siteid, sitename, productname, barcode, category, supplier, description, price, purchaseprice, stock, version
      from unnest(${productids}::bigint[]) with ordinality as asked (productid, place)
      join product using (productid)
      join site using (businessid, siteid)
     where businessid = ${currentBusiness} and archived_at is null
     order by place`.execute(scope)
  return rows
}

/** The categories and suppliers that the products of the business have. */
export async function productOptions(scope: Scope) {
  const inUse = async (column: 'category' | 'supplier') => {
    const rows = await scope
      .selectFrom('product_listing')
      .select(`${column} as name`)
      .distinct()
      .where('businessid', '=', currentBusiness)
      .where(column, '<>', '')
      .orderBy(column)
      .execute()
    return rows.map(({ name }) => name)
  }
  return { categories: await inUse('category'), suppliers: await inUse('supplier') }
}

export const insertProduct = (scope: Scope, product: ProductInput) =>
  scope.insertInto('product').values(product).returning('productid').executeTakeFirstOrThrow()

type Edit = { productid: number; product: ProductInput; opened: { version: number; stock: number } }

/** What became of an edit; the product as it is now when somebody else edited it since it was opened. */
export async function updateProduct(scope: Scope, { productid, product, opened }: Edit) {
  const { stock, ...fields } = product
  const { numUpdatedRows } = await scope
    .updateTable('product')
    .set(({ ref }) => ({
      ...fields,
      stock: sql`${ref('stock')} + (${stock}::numeric - ${opened.stock}::numeric)`,
      version: sql`${ref('version')} + 1`,
    }))
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('version', '=', opened.version)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'saved'
  const [now] = await productsOf(scope, [productid])
  return now ?? 'gone'
}

/** Removes a product, or archives one that was sold. False when there is none. */
export async function removeProduct(scope: Scope, productid: number) {
  await sql`savepoint removing`.execute(scope)
  try {
    const { numDeletedRows } = await scope
      .deleteFrom('product')
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    return numDeletedRows > 0n
  } catch (error) {
    if (!violates(error, 'foreign key')) throw error
    await sql`rollback to savepoint removing`.execute(scope)
    const { numUpdatedRows } = await scope
      .updateTable('product')
      .set({ archived_at: sql`now()` })
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .where('archived_at', 'is', null)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }
}
