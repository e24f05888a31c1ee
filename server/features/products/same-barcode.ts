import { sql } from 'kysely'
import { type SameBarcode, SIMILAR_GROUPS_PER_PAGE, SIMILAR_PRODUCTS_SHOWN } from '../../../contract/product-items.ts'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import { FURTHER_BARCODES_MAX } from '../../../contract/shared/further-barcodes.ts'
import type { Page } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { readPage } from '../../shared/list-query.ts'
import { toJsonb } from './further-barcodes.ts'
import { lockItems, lockRows } from './items.ts'
import { removeProduct } from './queries.ts'

const isLive = sql`businessid = ${currentBusiness} and archived_at is null`

/** The barcodes that several products of a site have since the upgrade. */
const groups = sql`
  select distinct siteid, barcode_identity from product later
   where ${isLive} and shares_barcode and exists (
     select from product other
      where other.businessid = ${currentBusiness} and other.archived_at is null and other.siteid = later.siteid
        and other.barcode_identity = later.barcode_identity and other.productid <> later.productid)`

export const listSameBarcode = (scope: Scope, page: number): Promise<Page<SameBarcode>> =>
  readPage(
    page,
    SIMILAR_GROUPS_PER_PAGE,
    async () => {
      const { rows } = await sql<{ results: number }>`select count(*)::integer as results from (${groups}) same`.execute(scope)
      return { results: rows[0]?.results ?? 0 }
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<SameBarcode>`
        select siteid, sitename, (
            select json_agg(product order by productid) from (
              select productid, productname, barcode, price, stock
                from product
               where ${isLive} and product.siteid = same.siteid and product.barcode_identity = same.barcode_identity
               order by productid limit ${sql.lit(SIMILAR_PRODUCTS_SHOWN)}) product
          ) as products
          from (${groups}) same join site using (siteid)
         where site.businessid = ${currentBusiness}
         order by sitename, siteid, barcode_identity limit ${limit} offset ${offset}`.execute(scope)
      return rows.map(({ siteid, sitename, products }) => ({ siteid, sitename, products }))
    },
  )

const NOTE_MAX = 200

/**
 * Gives a product the stock and the further barcodes of others of its site that have its barcode, and deletes them. Returns their pictures;
 * 'missing', 'other barcode' or 'too many barcodes' where nothing was done.
 */
export async function mergeProducts(scope: Scope, { productid, others }: { productid: number; others: number[] }) {
  await lockItems(scope)
  const rows = await lockRows(scope, [productid, ...others], { isDeleting: true })
  const byId = new Map(rows.map((row) => [row.productid, row]))
  const kept = byId.get(productid)
  const gone = [...new Set(others)].map((other) => byId.get(other))
  if (!kept?.isLive || gone.some((row) => !row?.isLive)) return 'missing'
  const identity = barcodeIdentity(kept.barcode)
  const removed: { businessid: string; picture: string | null }[] = []
  for (const row of gone) {
    if (!row || row === kept || row.siteid !== kept.siteid || identity === '' || barcodeIdentity(row.barcode) !== identity)
      return 'other barcode'
  }
  // A site has one product for a further barcode, so none of these is another's.
  const further_barcodes = [kept, ...new Set(gone)].flatMap((row) => row?.further_barcodes ?? [])
  if (further_barcodes.length > FURTHER_BARCODES_MAX) return 'too many barcodes'
  for (const row of gone) {
    if (!row) continue
    await noteStock(scope, `Joined with ${row.productname}`)
    await sql`
      update product set stock = stock + (
               select stock from product gone where gone.businessid = ${currentBusiness} and gone.productid = ${row.productid}),
             version = version + 1
       where businessid = ${currentBusiness} and productid = ${productid}`.execute(scope)
    await noteStock(scope, `Joined with ${kept.productname}`)
    await sql`update product set stock = 0 where businessid = ${currentBusiness} and productid = ${row.productid}`.execute(scope)
    const product = await removeProduct(scope, row.productid)
    if (product) removed.push(product)
  }
  if (further_barcodes.length > kept.further_barcodes.length)
    await scope
      .updateTable('product')
      .set({ further_barcodes: toJsonb(further_barcodes) })
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .execute()
  return removed
}

const noteStock = (scope: Scope, note: string) =>
  sql`select set_config('app.stock_note', ${note.slice(0, NOTE_MAX)}, true)`.execute(scope)
