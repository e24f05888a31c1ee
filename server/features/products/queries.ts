import { sql } from 'kysely'
import type { Product, ProductInput, ProductsSearch } from '../../../contract/products.ts'
import type { Page } from '../../../contract/shared/list.ts'
import { violates } from '../../../db/errors.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findExisting, lockIdempotencyKey } from '../../shared/idempotency.ts'
import { findIdsOfPage } from './listing.ts'

export async function listProducts(scope: Scope, search: ProductsSearch): Promise<Page<Product>> {
  const { productids, ...page } = await findIdsOfPage(scope, search)
  return { rows: await findProducts(scope, productids), ...page }
}

/** The products with these ids, in the order of the ids; without those that are gone. */
export async function findProducts(scope: Scope, productids: number[]): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select productid, siteid, sitename, productname, barcode, category, supplier, description, price, purchaseprice, stock, product.version, picture
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

/** The product made, now or by the same form before. Undefined when the form's mark was used before for something else. */
export async function insertProduct(scope: Scope, { request_id, ...product }: ProductInput & { request_id?: string }) {
  const request = await lockIdempotencyKey(scope, request_id, product)
  const made = await scope
    .insertInto('product')
    .values({ ...product, ...request })
    .onConflict((on) => on.columns(['businessid', 'request_id']).where('request_id', 'is not', null).doNothing())
    .returning('productid')
    .executeTakeFirst()
  return made ?? findExisting(scope, 'product', request).select('productid').executeTakeFirst()
}

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
  const [now] = await findProducts(scope, [productid])
  return now ?? 'gone'
}

/** Removes a product, or archives one that was sold, and answers with the picture that it had. Undefined when there is none. */
export async function removeProduct(scope: Scope, productid: number) {
  await sql`savepoint removing`.execute(scope)
  try {
    return await scope
      .deleteFrom('product')
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .where('archived_at', 'is', null)
      .returning(['businessid', 'picture'])
      .executeTakeFirst()
  } catch (error) {
    if (!violates(error, 'foreign key')) throw error
    await sql`rollback to savepoint removing`.execute(scope)
    return scope
      .updateTable('product')
      .set({ archived_at: sql`now()` })
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .where('archived_at', 'is', null)
      .returning(['businessid', 'picture'])
      .executeTakeFirst()
  }
}

const selectPicture = (scope: Scope, productid: number) =>
  scope
    .selectFrom('product')
    .select(['businessid', 'picture'])
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('archived_at', 'is', null)

/** The name of a product's picture, null when it has none. Undefined when there is no such product. */
export const findPicture = (scope: Scope, productid: number) => selectPicture(scope, productid).executeTakeFirst()

/** The same once nobody is changing it any more: what became of a COMMIT that was not answered is then certain. */
export const lockPicture = (scope: Scope, productid: number) =>
  selectPicture(scope, productid).forNoKeyUpdate().executeTakeFirst()

/** Gives a product another picture, or none, and answers with the one it had. Undefined when there is no such product. */
export async function replacePicture(scope: Scope, productid: number, picture: string | null) {
  const { rows } = await sql<{ businessid: string; picture: string | null }>`
    with had as (
      select businessid, productid, picture from product
       where businessid = ${currentBusiness} and productid = ${productid} and archived_at is null
         for no key update
    )
    update product set picture = ${picture} from had
     where product.businessid = ${currentBusiness} and product.productid = had.productid
    returning had.businessid, had.picture`.execute(scope)
  return rows[0]
}
