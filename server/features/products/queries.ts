import { sql } from 'kysely'
import type { ListedProduct, Product, ProductEdit, ProductInput, ProductsList } from '../../../contract/products.ts'
import type { ProductText } from '../../../contract/search/filters.ts'
import type { Page, WalkInput } from '../../../contract/shared/list.ts'
import { violates } from '../../../db/errors.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { readWalk } from '../../shared/list-query.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { listVatRates, requireVatCode, selectVatRate } from '../../shared/vat-rates.ts'
import { isSameCodes, requireFreeBarcodes, toJsonb } from './further-barcodes.ts'
import {
  giveUpFirst,
  holdItems,
  type ItemFields,
  joinNewProducts,
  type LockedRow,
  lockItems,
  lockRows,
  TwoAtSite,
} from './items.ts'
import { findPageIds, sumItems } from './search.ts'

/** Not by `readPage`: one statement of search.ts counts all products and finds those of the page. */
export async function listProducts(scope: Scope, search: ProductsList): Promise<Page<ListedProduct>> {
  const { productids, ...page } = await findPageIds(scope, search)
  const rows = await findProducts(scope, productids)
  if (search.per === 'product') return { rows, ...page }
  const items = await sumPageItems(scope, productids)
  return { rows: rows.map((row) => ({ ...row, item: items.get(row.productid) })), ...page }
}

async function sumPageItems(scope: Scope, productids: number[]) {
  const isShown = sql`(productid = any(${productids}::bigint[]) or joined_to = any(${productids}::bigint[]))`
  const { rows } = await sql<{ productid: number } & NonNullable<ListedProduct['item']>>`${sumItems(isShown)}`.execute(scope)
  return new Map(rows.map(({ productid, ...sums }) => [productid, sums]))
}

/** The products with these ids in the order of the ids, without those that were deleted. */
export async function findProducts(scope: Scope, productids: number[]): Promise<Product[]> {
  const { rows } = await sql<Omit<Product, 'has_own_price'> & { has_own_price: boolean | null }>`
    select productid, siteid, sitename, productname, barcode, further_barcodes, category, supplier, description, price, purchaseprice, is_free, stock,
           ${selectVatRate(sql`vat_code`)} as vat_rate, reorder_level, order_quantity, product.version, picture,
           case when joined_to is not null or exists (
             select from product member where member.businessid = ${currentBusiness} and member.joined_to = product.productid
           ) then has_own_price end as has_own_price
      from unnest(${productids}::bigint[]) with ordinality as requested (productid, place)
      join product using (productid)
      join site using (businessid, siteid)
     where businessid = ${currentBusiness} and archived_at is null
     order by place`.execute(scope)
  return rows.map(({ has_own_price, ...product }) => (has_own_price === null ? product : { ...product, has_own_price }))
}

/** All products by their ids. */
export const walkProducts = (scope: Scope, input: WalkInput) =>
  readWalk(
    input,
    async (after, limit) => {
      const { rows } = await sql<{ productid: number }>`
        select productid from product
         where businessid = ${currentBusiness} and archived_at is null and productid > ${after}
         order by productid limit ${limit}`.execute(scope)
      return rows.map(({ productid }) => productid)
    },
    (productids) => findProducts(scope, productids),
  )

export const findProduct = async (scope: Scope, productid: number): Promise<Product | undefined> =>
  (await findProducts(scope, [productid]))[0]

/** The names of what reports are filtered by. Deleted products are still in reports. */
export const findProductNames = (scope: Scope, productids: number[]) =>
  scope
    .selectFrom('product')
    .select(['productid', 'productname'])
    .where('businessid', '=', currentBusiness)
    .where(sql<boolean>`productid = any(${productids}::bigint[])`)
    .execute()

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

/**
 * A retry with the same `request_id` returns the product of the first request. A product with the barcode and the name of one at another
 * site joins its item.
 */
export async function insertProduct(scope: Scope, { request_id, ...product }: ProductInput & { request_id?: string }) {
  const { existing, key } = await claimRequest(scope, 'product', request_id, product)
  if (existing !== undefined) return { productid: existing }
  const { vat_rate, further_barcodes, ...fields } = product
  const vat_code = await requireVatCode(scope, vat_rate)
  const hasBarcode = product.barcode !== '' || further_barcodes.length > 0
  if (hasBarcode) {
    await lockItems(scope)
    await requireFreeBarcodes(scope, [{ productid: null, ...product }])
  }
  const added = await scope
    .insertInto('product')
    .values({ ...fields, ...key, further_barcodes: toJsonb(further_barcodes), is_free: isFree(product), vat_code })
    .returning('productid')
    .executeTakeFirstOrThrow()
  if (product.barcode) await joinNewProducts(scope, [added.productid], { hasSameName: true })
  return added
}

/** A purchase price says more than the mark that there is none. */
const isFree = ({ is_free, purchaseprice }: Pick<ProductInput, 'is_free' | 'purchaseprice'>) => is_free && purchaseprice === 0

type Update = { productid: number; product: ProductEdit; opened: { version: number; stock: number }; stock_note: string }

/**
 * Adds the difference of the stock, so that a sale since the product was opened still counts. Fields of the item that differ from what the
 * form was opened with are changed in its other rows too. Throws TwoAtSite.
 */
export async function updateProduct(scope: Scope, update: Update): Promise<UpdateOutcome<Product>> {
  const { productid, product, opened, stock_note } = update
  const { stock, vat_rate, is_free, has_own_price, further_barcodes, ...fields } = product
  const requestedCode = vat_rate === undefined ? undefined : await requireVatCode(scope, vat_rate)
  // Who writes further barcodes is alone: db/migrations/52-barcode-units.sql.
  await (further_barcodes === undefined ? holdItems(scope) : lockItems(scope))
  const rows = (await lockRows(scope, [productid])).filter(({ isLive }) => isLive)
  const own = rows.find((row) => row.productid === productid)
  if (own?.version !== opened.version) return notSaved(await findProduct(scope, productid))
  const others = rows.filter((row) => row !== own)
  if (product.siteid !== own.siteid && others.some(({ siteid }) => siteid === product.siteid))
    throw new TwoAtSite('the item has a row at this site')
  const saved = {
    ...fields,
    further_barcodes: further_barcodes ?? own.further_barcodes,
    vat_code: requestedCode ?? own.vat_code,
    is_free: isFree({ ...product, is_free: is_free ?? own.is_free }),
    has_own_price: others.length > 0 && (has_own_price ?? own.has_own_price),
  }
  const hasOtherBarcode = saved.barcode !== own.barcode
  const hasOtherCodes = !isSameCodes(saved.further_barcodes, own.further_barcodes)
  if (hasOtherBarcode || hasOtherCodes || product.siteid !== own.siteid)
    await requireFreeBarcodes(
      scope,
      [{ ...own, siteid: product.siteid }, ...others].map((row) => ({
        ...{ productid: row.productid, siteid: row.siteid },
        barcode: hasOtherBarcode || row.productid === productid ? saved.barcode : row.barcode,
        further_barcodes: hasOtherCodes || row.productid === productid ? saved.further_barcodes : row.further_barcodes,
      })),
    )
  if (stock_note) await sql`select set_config('app.stock_note', ${stock_note}, true)`.execute(scope)
  await scope
    .updateTable('product')
    .set(({ ref }) => ({
      ...saved,
      further_barcodes: toJsonb(saved.further_barcodes),
      stock: sql`${ref('stock')} + (${stock}::numeric - ${opened.stock}::numeric)`,
      version: sql`${ref('version')} + 1`,
    }))
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .execute()
  await updateOthers(scope, { own, saved, others })
  return { status: 'saved' }
}

const TEXT_FIELDS = ['productname', 'barcode', 'description', 'category', 'supplier', 'vat_code'] as const

type Saved = ItemFields & { has_own_price: boolean }

/** Changes in the other rows of an item what a save changes in one. Each row that changes gets a new version. */
async function updateOthers(scope: Scope, { own, saved, others }: { own: LockedRow; saved: Saved; others: LockedRow[] }) {
  const texts = Object.fromEntries(TEXT_FIELDS.flatMap((name) => (saved[name] === own[name] ? [] : [[name, saved[name]]])))
  const { purchaseprice, is_free, further_barcodes } = saved
  const hasOtherCodes = !isSameCodes(further_barcodes, own.further_barcodes)
  const hasOtherCost = purchaseprice !== own.purchaseprice || is_free !== own.is_free
  // The price of a row without its own is that of the item.
  const hasOtherPrice = !saved.has_own_price && (saved.price !== own.price || own.has_own_price)
  for (const other of others) {
    const changes: Partial<Omit<ItemFields, 'further_barcodes'>> = {
      ...texts,
      ...(hasOtherCost && { purchaseprice, is_free }),
      ...(hasOtherPrice && !other.has_own_price && { price: saved.price }),
    }
    const changesCodes = hasOtherCodes && !isSameCodes(further_barcodes, other.further_barcodes)
    if (!changesCodes && Object.entries(changes).every(([name, value]) => other[name as keyof ItemFields] === value)) continue
    await scope
      .updateTable('product')
      .set(({ ref }) => ({
        ...changes,
        ...(changesCodes && { further_barcodes: toJsonb(further_barcodes) }),
        version: sql`${ref('version')} + 1`,
      }))
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', other.productid)
      .execute()
  }
}

/** Deletes a product, or archives one that was sold, and returns the name of its picture. Undefined when there is no such product. */
export async function removeProduct(scope: Scope, productid: number) {
  await giveUpFirst(scope, productid)
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
