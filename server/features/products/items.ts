// An item is a product that several sites sell: the rows that are joined to its first one. See db/migrations/23-items.sql.

import { sql } from 'kysely'
import type { ItemRow } from '../../../contract/product-items.ts'
import type { ProductInput } from '../../../contract/products.ts'
import type { FurtherBarcode } from '../../../contract/shared/further-barcodes.ts'
import { lockInBusiness, shareLockInBusiness } from '../../../db/locks.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { requireFreeBarcodes, toJsonb } from './further-barcodes.ts'

/** Two products of an item would be at one site. */
export class TwoAtSite extends Error {}

/** Waits until no other transaction changes which products are joined, and keeps others from it. Before any product is locked. */
export const lockItems = (scope: Scope) => lockInBusiness(scope, 'items')

/** Keeps others from changing which products are joined. Before any product is locked. */
export const holdItems = (scope: Scope) => shareLockInBusiness(scope, 'items')

export type LockedRow = {
  productid: number
  /** The first product of its item. */
  item: number
  siteid: number
  version: number
  isLive: boolean
  has_own_price: boolean
} & ItemFields

/** The fields that an item has once for all of its rows, as `product` has them. */
export type ItemFields = {
  productname: string
  barcode: string
  further_barcodes: FurtherBarcode[]
  description: string
  category: string
  supplier: string
  vat_code: string
  price: number
  purchaseprice: number
  is_free: boolean
}

/**
 * All rows of the items of these products, locked. In key order, as sales lock their products: this prevents deadlocks with tills. After
 * `lockItems` or `holdItems`, so that the rows are the same when the locks are there. `isDeleting`: with the lock that a DELETE takes. A
 * transaction that has the weaker one first would deadlock with a document that has lines of the product and moves its stock next.
 */
export async function lockRows(scope: Scope, productids: number[], { isDeleting = false } = {}) {
  const { rows } = await sql<LockedRow>`
    with item as (
      select distinct coalesce(joined_to, productid) as productid
        from product where businessid = ${currentBusiness} and productid = any(${productids}::bigint[])
    )
    select productid, coalesce(joined_to, productid) as item, siteid, version, archived_at is null as "isLive", has_own_price,
           productname, barcode, further_barcodes, description, category, supplier, vat_code, price, purchaseprice, is_free
      from product
     where businessid = ${currentBusiness}
       and productid = any(array(
         select productid from item
         union all
         select member.productid from product member join item on member.joined_to = item.productid
          where member.businessid = ${currentBusiness}))
     order by productid
       for ${isDeleting ? sql`update` : sql`no key update`}`.execute(scope)
  return rows
}

/** The sites that sell a product, by name. None when there is no such product. */
export async function findItem(scope: Scope, productid: number): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    with item as (
      select coalesce(joined_to, productid) as productid
        from product where businessid = ${currentBusiness} and productid = ${productid} and archived_at is null
    )
    select product.productid, siteid, sitename, stock, price, has_own_price, reorder_level
      from item
      join product on product.businessid = ${currentBusiness} and (product.productid = item.productid or joined_to = item.productid)
      join site using (businessid, siteid)
     where archived_at is null
     order by sitename, siteid`.execute(scope)
  return rows
}

/**
 * The price of an item: that of its first product, or of another one where the first has its own, or where a person who does not see the
 * other sites deleted it.
 */
function findItemPrice(rows: LockedRow[]) {
  const first = rows.find(({ productid, item }) => productid === item)
  if (first?.isLive && !first.has_own_price) return first.price
  return (rows.find((row) => row.isLive && !row.has_own_price) ?? first)?.price
}

/** Joins products with their items to that of the first one. False when one of them is missing. Throws TwoAtSite. */
export async function joinProducts(scope: Scope, productids: number[]) {
  await lockItems(scope)
  const rows = await lockRows(scope, productids)
  const byId = new Map(rows.map((row) => [row.productid, row]))
  const item = byId.get(productids[0] ?? 0)?.item
  if (item === undefined || !productids.every((productid) => byId.get(productid)?.isLive)) return false
  const live = rows.filter(({ isLive }) => isLive)
  if (new Set(live.map(({ siteid }) => siteid)).size < live.length) throw new TwoAtSite('two products of an item at one site')
  const joining = rows.filter((row) => row.item !== item)
  if (joining.length === 0) return true
  const price = findItemPrice(rows.filter((row) => row.item === item))
  const differ = joining.filter((row) => row.price !== price).map(({ productid }) => productid)
  // Dialogs that are open would otherwise change products of other sites without saying so.
  await sql`
    update product
       set joined_to = case when item_changes then ${item} else joined_to end,
           has_own_price = has_own_price or productid = any(${differ}::bigint[]),
           version = version + (archived_at is null)::integer
      from unnest(${rows.map(({ productid }) => productid)}::bigint[], ${rows.map((row) => row.item !== item)}::boolean[])
             as changed (id, item_changes)
     where businessid = ${currentBusiness} and productid = changed.id`.execute(scope)
  const ids = rows.map(({ productid }) => productid)
  await sql`
    delete from items_apart
     where businessid = ${currentBusiness} and productid = any(${ids}::bigint[]) and other_productid = any(${ids}::bigint[])`.execute(
    scope,
  )
  return true
}

/** Takes a product out of its item. False when there is no such product. */
export async function separateProduct(scope: Scope, productid: number) {
  await lockItems(scope)
  const rows = await lockRows(scope, [productid])
  const own = rows.find((row) => row.productid === productid)
  if (!own?.isLive) return false
  const others = rows.filter((row) => row !== own)
  if (others.length === 0) return true
  await chooseFirst(scope, others)
  await sql`
    update product
       set joined_to = case when productid = ${productid} then null else joined_to end,
           has_own_price = has_own_price and productid <> ${productid},
           version = version + 1
     where businessid = ${currentBusiness} and archived_at is null
       and productid = any(${rows.map((row) => row.productid)}::bigint[])`.execute(scope)
  await insertApart(
    scope,
    others.filter(({ isLive }) => isLive).map((other) => [productid, other.productid]),
  )
  return true
}

/** Joins rows to the first of them that is live. */
async function chooseFirst(scope: Scope, rows: LockedRow[]) {
  const first = (rows.find(({ isLive }) => isLive) ?? rows[0])?.productid
  await sql`
    update product set joined_to = nullif(${first}::bigint, productid)
     where businessid = ${currentBusiness} and productid = any(${rows.map(({ productid }) => productid)}::bigint[])
       and joined_to is distinct from nullif(${first}::bigint, productid)`.execute(scope)
  return first
}

/** Before a product is deleted: when it is the first of its item, another one is from then on. */
export async function giveUpFirst(scope: Scope, productid: number) {
  await lockItems(scope)
  const rows = await lockRows(scope, [productid], { isDeleting: true })
  const others = rows.filter((row) => row.productid !== productid)
  if (others.length === 0 || rows[0]?.item !== productid) return
  const first = await chooseFirst(scope, others)
  // A product with sales stays on them, and so in its item.
  await sql`update product set joined_to = ${first} where businessid = ${currentBusiness} and productid = ${productid}`.execute(
    scope,
  )
}

type Addition = { productid: number; request_id?: string | undefined } & Pick<
  ProductInput,
  'siteid' | 'reorder_level' | 'order_quantity'
>

/**
 * Adds a row of the item of a product at another site. A retry with the same `request_id` returns the product of the first request.
 * Undefined when there is no such product. Throws TwoAtSite.
 */
export async function addToSite(scope: Scope, { request_id, ...addition }: Addition) {
  const { existing, key } = await claimRequest(scope, 'product', request_id, addition)
  if (existing !== undefined) return { productid: existing }
  const { productid, siteid, reorder_level, order_quantity } = addition
  await lockItems(scope)
  const rows = await lockRows(scope, [productid])
  const own = rows.find((row) => row.productid === productid)
  if (!own?.isLive) return undefined
  if (rows.some((row) => row.isLive && row.siteid === siteid)) throw new TwoAtSite('the item has a row at this site')
  const { item, productname, barcode, further_barcodes, description, category, supplier, vat_code, purchaseprice, is_free } = own
  await requireFreeBarcodes(scope, [{ productid: null, siteid, barcode, further_barcodes }])
  const added = await scope
    .insertInto('product')
    .values({
      ...{
        siteid,
        productname,
        barcode,
        further_barcodes: toJsonb(further_barcodes),
        description,
        category,
        supplier,
        vat_code,
        purchaseprice,
        is_free,
      },
      ...{ price: findItemPrice(rows) ?? own.price, reorder_level, order_quantity, joined_to: item, ...key },
    })
    .returning('productid')
    .executeTakeFirstOrThrow()
  await sql`
    update product
       set picture = (select picture from product own where own.businessid = ${currentBusiness} and own.productid = ${productid})
     where businessid = ${currentBusiness} and productid = ${added.productid}`.execute(scope)
  return added
}

/**
 * Joins new products to those of other sites with the same barcode, and on request only those of the same name. Returns how many. After
 * `lockItems`.
 */
export async function joinNewProducts(scope: Scope, added: number[], { hasSameName }: { hasSameName: boolean }) {
  const isSame = hasSameName ? sql`lower(other.productname) = lower(new.productname)` : sql`true`
  const newProducts = sql`
    select productid, siteid, barcode_identity, productname, price
      from product where businessid = ${currentBusiness} and productid = any(${added}::bigint[]) and barcode_identity <> ''`
  // Those that were there before. A site has one product of an item: the first of the new ones, where several could be that.
  const joinedToEarlier = await sql<{ productid: number }>`
    with new as materialized (${newProducts}),
    found as (
      select distinct on (new.productid) new.productid, new.siteid, new.price, coalesce(other.joined_to, other.productid) as item
        from new
        join product other on other.businessid = ${currentBusiness} and other.barcode_identity = new.barcode_identity and other.barcode_identity <> ''
                          and other.siteid <> new.siteid and other.archived_at is null
       where other.productid <> all(${added}::bigint[]) and ${isSame}
         and not exists (
           select from product row
            where row.businessid = ${currentBusiness} and row.archived_at is null and row.siteid = new.siteid
              and (row.productid = coalesce(other.joined_to, other.productid) or row.joined_to = coalesce(other.joined_to, other.productid)))
       order by new.productid, item
    ), chosen as (
      select distinct on (item, siteid) productid, item, price from found order by item, siteid, productid
    )
    update product
       set joined_to = chosen.item,
           has_own_price = chosen.price <> (
             select row.price from product row
              where row.businessid = ${currentBusiness} and row.archived_at is null
                and (row.productid = chosen.item or row.joined_to = chosen.item)
              order by row.has_own_price, row.productid <> chosen.item, row.productid limit 1)
      from chosen
     where product.businessid = ${currentBusiness} and product.productid = chosen.productid
    returning product.productid`.execute(scope)
  const rest = new Set(added)
  for (const { productid } of joinedToEarlier.rows) rest.delete(productid)
  if (rest.size < 2) return joinedToEarlier.rows.length
  const joinedToNew = await sql`
    with new as materialized (${newProducts}),
    grouped as (
      select productid, price, first_value(productid) over same as item, first_value(price) over same as item_price
        from new where productid = any(${[...rest]}::bigint[])
      window same as (partition by barcode_identity order by productid)
    )
    update product set joined_to = grouped.item, has_own_price = grouped.price <> grouped.item_price
      from grouped
     where product.businessid = ${currentBusiness} and product.productid = grouped.productid and grouped.productid <> grouped.item`.execute(
    scope,
  )
  return joinedToEarlier.rows.length + Number(joinedToNew.numAffectedRows ?? 0n)
}

/** Pairs of products that somebody has said to be different. */
async function insertApart(scope: Scope, pairs: [number, number][]) {
  if (pairs.length === 0) return
  const sorted = pairs.map(([a, b]) => ({ productid: Math.min(a, b), other_productid: Math.max(a, b) }))
  await scope
    .insertInto('items_apart')
    .values(sorted)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Remembers that products are different. False when one of them is missing. */
export async function keepApart(scope: Scope, productids: number[]) {
  await holdItems(scope)
  const unique = [...new Set(productids)]
  const rows = await scope
    .selectFrom('product')
    .select(['productid', ({ fn }) => fn.coalesce('joined_to', 'productid').as('item')])
    .where('businessid', '=', currentBusiness)
    .where(sql<boolean>`productid = any(${unique}::bigint[])`)
    .where('archived_at', 'is', null)
    .execute()
  if (rows.length < unique.length) return false
  const pairs = rows.flatMap((row, index) =>
    rows
      .slice(index + 1)
      .filter(({ item }) => item !== row.item)
      .map(({ productid }): [number, number] => [row.productid, productid]),
  )
  await insertApart(scope, pairs)
  return true
}

/**
 * These products, each followed by the other rows of its item. With `ofPrice` only rows that share the price of the item do.
 */
export async function listWithItems(scope: Scope, productids: number[], { ofPrice }: { ofPrice: boolean }) {
  const { rows } = await sql<{ productid: number; others: number[] }>`
    with joined as materialized (
      select productid, joined_to as item, has_own_price, archived_at from product
       where businessid = ${currentBusiness} and joined_to is not null
    ), member as materialized (
      select productid, item, has_own_price from joined where archived_at is null
      union all
      select productid, productid, has_own_price from product
       where businessid = ${currentBusiness} and archived_at is null and productid in (select item from joined)
    ), sharing as (
      select productid, item from member where ${ofPrice ? sql`not has_own_price` : sql`true`}
    )
    select own.productid, json_agg(other.productid order by other.productid) as others
      from sharing own join sharing other on other.item = own.item and other.productid <> own.productid
     where own.productid = any(${productids}::bigint[])
     group by own.productid`.execute(scope)
  const others = new Map(rows.map((row) => [row.productid, row.others]))
  const chosen = new Set(productids)
  const all = new Set<number>()
  for (const productid of productids) {
    all.add(productid)
    for (const other of others.get(productid) ?? []) if (!chosen.has(other)) all.add(other)
  }
  return [...all]
}
