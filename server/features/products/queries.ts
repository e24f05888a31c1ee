import { sql } from 'kysely'
import type { Product, ProductEdit, ProductInput, ProductsList } from '../../../contract/products.ts'
import type { ProductText } from '../../../contract/search/filters.ts'
import type { Page } from '../../../contract/shared/list.ts'
import { violates } from '../../../db/errors.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { listVatRates, requireVatCode, selectVatRate } from '../../shared/vat-rates.ts'
import { findPageIds } from './search.ts'

/** Not by `readPage`: one statement of search.ts counts all products and finds those of the page. */
export async function listProducts(scope: Scope, search: ProductsList): Promise<Page<Product>> {
  const { productids, ...page } = await findPageIds(scope, search)
  return { rows: await findProducts(scope, productids), ...page }
}

/** The products with these ids in the order of the ids, without those that were deleted. */
export async function findProducts(scope: Scope, productids: number[]): Promise<Product[]> {
  const { rows } = await sql<Product>`
    select productid, siteid, sitename, productname, barcode, category, supplier, description, price, purchaseprice, is_free, stock,
           ${selectVatRate(sql`vat_code`)} as vat_rate, reorder_level, order_quantity, product.version, picture
      from unnest(${productids}::bigint[]) with ordinality as requested (productid, place)
      join product using (productid)
      join site using (businessid, siteid)
     where businessid = ${currentBusiness} and archived_at is null
     order by place`.execute(scope)
  return rows
}

export const findProduct = async (scope: Scope, productid: number): Promise<Product | undefined> =>
  (await findProducts(scope, [productid]))[0]

/** The categories and suppliers in use, and the VAT rates of today. */
export async function listProductOptions(scope: Scope) {
  const listInUse = async (column: ProductText) => {
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
  return { categories: await listInUse('category'), suppliers: await listInUse('supplier'), vat_rates: await listVatRates(scope) }
}

/** A retry with the same `request_id` returns the product of the first request. */
export async function insertProduct(scope: Scope, { request_id, ...product }: ProductInput & { request_id?: string }) {
  const { existing, key } = await claimRequest(scope, 'product', request_id, product)
  if (existing !== undefined) return { productid: existing }
  const { vat_rate, ...fields } = product
  return scope
    .insertInto('product')
    .values({ ...fields, ...key, is_free: isFree(product), vat_code: await requireVatCode(scope, vat_rate) })
    .returning('productid')
    .executeTakeFirstOrThrow()
}

/** A purchase price says more than the mark that there is none. */
const isFree = ({ is_free, purchaseprice }: Pick<ProductInput, 'is_free' | 'purchaseprice'>) => is_free && purchaseprice === 0

type Update = { productid: number; product: ProductEdit; opened: { version: number; stock: number }; stock_note: string }

/** Adds the difference of the stock, so that a sale since the product was opened still counts. */
export async function updateProduct(scope: Scope, update: Update): Promise<UpdateOutcome<Product>> {
  const { productid, product, opened, stock_note } = update
  if (stock_note) await sql`select set_config('app.stock_note', ${stock_note}, true)`.execute(scope)
  const { stock, vat_rate, is_free, ...fields } = product
  const vat_code = vat_rate === undefined ? '' : await requireVatCode(scope, vat_rate)
  const { numUpdatedRows } = await scope
    .updateTable('product')
    .set(({ ref }) => ({
      ...fields,
      ...(vat_rate !== undefined && { vat_code }),
      is_free:
        is_free === undefined ? sql<boolean>`is_free and ${product.purchaseprice}::numeric = 0` : isFree({ ...product, is_free }),
      stock: sql`${ref('stock')} + (${stock}::numeric - ${opened.stock}::numeric)`,
      version: sql`${ref('version')} + 1`,
    }))
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('version', '=', opened.version)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { status: 'saved' } : notSaved(await findProduct(scope, productid))
}

/** Deletes a product, or archives one that was sold, and returns the name of its picture. Undefined when there is no such product. */
export async function removeProduct(scope: Scope, productid: number) {
  await sql`savepoint removal`.execute(scope)
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
    await sql`rollback to savepoint removal`.execute(scope)
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
