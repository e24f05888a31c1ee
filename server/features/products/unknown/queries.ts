import { sql } from 'kysely'
import { barcodeIdentity } from '../../../../contract/shared/barcode-identity.ts'
import type { Page } from '../../../../contract/shared/list.ts'
import { UNKNOWN_PRODUCTS_PER_PAGE, type UnknownProduct } from '../../../../contract/unknown-products.ts'
import { currentBusiness } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { readPage } from '../../../shared/list-query.ts'

/** Unknown products with sales. One that a person has named stays for later sales, and has none of its own. */
const listed = sql`
  select product.productid, siteid, sitename, barcode, barcode_identity, productname, price, same_as, sold.*
    from product
    join site using (businessid, siteid)
   cross join lateral (
     select count(*)::integer as lines, coalesce(sum(quantity), 0) as units, coalesce(sum(amount_cents), 0) / 100.0 as revenue
       from saleitems where saleitems.businessid = ${currentBusiness} and saleitems.productid = product.productid
   ) sold
   where businessid = ${currentBusiness} and is_unknown and sold.lines > 0`

export const listUnknownProducts = (scope: Scope, page: number): Promise<Page<UnknownProduct>> =>
  readPage(
    page,
    UNKNOWN_PRODUCTS_PER_PAGE,
    async () => {
      const { rows } = await sql<{ results: number }>`select count(*)::integer as results from (${listed}) listed`.execute(scope)
      return { results: rows[0]?.results ?? 0 }
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<UnknownProduct>`
        select listed.productid, listed.siteid, listed.sitename, listed.barcode, listed.productname, listed.price, lines, units, revenue,
               (select json_build_object('productid', p.productid, 'productname', p.productname, 'siteid', p.siteid, 'sitename', s.sitename)
                  from product p join site s using (businessid, siteid)
                 where p.businessid = ${currentBusiness} and p.archived_at is null
                   and (p.productid = listed.same_as or (p.barcode_identity <> '' and p.barcode_identity = listed.barcode_identity)
                        or lower(p.productname) = lower(listed.productname))
                 order by p.productid = listed.same_as desc nulls last, p.siteid = listed.siteid desc, p.barcode_identity = listed.barcode_identity desc,
                          p.barcode = listed.barcode desc,
                          p.productid
                 limit 1) as similar
          from (${listed}) listed
         order by revenue desc, listed.productid
         limit ${limit} offset ${offset}`.execute(scope)
      return rows
    },
  )

/** What names an unknown product. */
export type Texts = { siteid: number; barcode: string; productname: string }

/**
 * The unknown product of these texts. Without one, the product that has them, or a new unknown one, so that later sales find what a person
 * said of it.
 */
export async function findOrAddUnknown(scope: Scope, { siteid, barcode, productname }: Texts, price = 0) {
  const { rows: unknown } = await sql<{ productid: number }>`
    select productid from product
     where businessid = ${currentBusiness} and siteid = ${siteid} and is_unknown and barcode_identity = ${barcodeIdentity(barcode)}
       and (case barcode_identity when '' then lower(productname) collate "C" else '' end)
           = ${barcodeIdentity(barcode) === '' ? sql`lower(${productname}::text collate "und-x-icu") collate "C"` : sql`''`}
     order by barcode <> ${barcode}, productid`.execute(scope)
  if (unknown[0]) return unknown[0].productid
  const { rows } = await sql<{ productid: number }>`
    select productid from find_or_add_unknown_products(${siteid}, ${JSON.stringify([{ barcode, productname, price }])}::json)`.execute(
    scope,
  )
  const [found] = rows
  if (!found) throw new Error('an unknown product has a row')
  return found.productid
}

export const isUnknown = async (scope: Scope, productid: number) =>
  (
    await scope
      .selectFrom('product')
      .select('is_unknown')
      .where('businessid', '=', currentBusiness)
      .where('productid', '=', productid)
      .executeTakeFirst()
  )?.is_unknown ?? false

type Added = Texts & { price: number; copy_from?: number | undefined }

/** Makes an unknown product one of the list. */
export async function addProduct(scope: Scope, productid: number, { productname, price, copy_from }: Added) {
  await sql`
    update product
       set is_unknown = false, archived_at = null, productname = ${productname}, version = product.version + 1,
           price = ${price}, purchaseprice = coalesce(copied.purchaseprice, 0), is_free = coalesce(copied.is_free, false),
           vat_code = coalesce(copied.vat_code, 'standard'), category = coalesce(copied.category, ''),
           supplier = coalesce(copied.supplier, ''), description = coalesce(copied.description, '')
      from (values (1)) one (n)
      left join product copied on copied.businessid = ${currentBusiness} and copied.productid = ${copy_from ?? null}::bigint
     where product.businessid = ${currentBusiness} and product.productid = ${productid} and product.is_unknown`.execute(scope)
}

/** Whether the product is there, at the same site. */
export async function linkProduct(scope: Scope, unknown: number, { siteid, productid }: { siteid: number; productid: number }) {
  const { numUpdatedRows } = await scope
    .updateTable('product')
    .set({ same_as: productid })
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', unknown)
    .where('is_unknown', '=', true)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('product as known')
          .select('known.productid')
          .where('known.businessid', '=', currentBusiness)
          .where('known.productid', '=', productid)
          .where('known.siteid', '=', siteid)
          .where('known.archived_at', 'is', null),
      ),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The product of the list that has the barcode of an unknown one at its site. */
export async function findSameBarcode(scope: Scope, { siteid, barcode }: Texts) {
  const identity = barcodeIdentity(barcode)
  if (identity === '') return undefined
  const { rows } = await sql<{ productid: number }>`
    select productid from (
      select productid, barcode from product
       where businessid = ${currentBusiness} and siteid = ${siteid} and barcode_identity = ${identity} and barcode_identity <> ''
         and archived_at is null
      union all
      select productid, barcode from product_barcodes
       where businessid = ${currentBusiness} and siteid = ${siteid} and barcode_identity = ${identity} and is_live
    ) same
     order by barcode <> ${barcode}, productid`.execute(scope)
  return rows[0]?.productid
}

const MAX_ADOPTED_LINES = 2_000

/** Gives products that came to a site later the lines that sales named by their barcode before, in transactions that are short. */
export async function adoptUnknownLines(within: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>, signal: AbortSignal) {
  for (;;) {
    const { rows } = await within((scope) =>
      sql<{ lines: number }>`select public.adopt_unknown_lines(${MAX_ADOPTED_LINES}::integer) as lines`.execute(scope),
    )
    if (signal.aborted || !rows[0]?.lines) return
  }
}

/** Gives lines of one product to another one, at most as many, and returns how many. They may be the same, when it was just added. */
export async function moveLines(scope: Scope, from: number, to: number, max: number) {
  const { rows } = await sql<{ moved: number }>`select move_unknown_lines(${from}, ${to}, ${max}) as moved`.execute(scope)
  return rows[0]?.moved ?? 0
}
