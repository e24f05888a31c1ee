import { type SqlBool, sql } from 'kysely'
import { barcodeIdentity } from '../../../../contract/shared/barcode-identity.ts'
import { tryLockInBusiness } from '../../../../db/locks.ts'
import { currentBusiness, currentUser, joinManyRows } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { selectVatRate } from '../../../shared/vat-rates.ts'
import { giveUpFirst } from '../items.ts'
import type { Match, ParsedRow, ProductChange } from './plan.ts'

/**
 * The products that each row may refer to: those with its barcode, or with its name where the row or the product has no barcode. Two
 * products of one name are enough to show that the name is ambiguous.
 */
export async function findMatches(scope: Scope, parsed: ParsedRow[]): Promise<Match[]> {
  const lines = parsed.map(({ nth, siteid, values }) => ({
    nth,
    siteid,
    barcode: barcodeIdentity(values.barcode ?? ''),
    productname: values.productname ?? '',
  }))
  const find = sql<Match>`
    with line as materialized (
      select nth, siteid, barcode, lower(productname collate "und-x-icu") collate "C" as name
        from json_to_recordset(${JSON.stringify(lines)}) as line (nth integer, siteid bigint, barcode text, productname text)
    ), live as not materialized (
      select * from product where businessid = ${currentBusiness} and archived_at is null
    ), named as (
      select productid, siteid, lower(productname) collate "C" as name, barcode_identity,
             row_number() over (partition by siteid, lower(productname) collate "C", barcode_identity = '' order by productid) as place
        from live
       where (siteid, lower(productname) collate "C") in (select distinct siteid, name from line where name <> '')
    ), about as (
      select line.nth, live.productid
        from line join live on live.siteid = line.siteid and live.barcode_identity = line.barcode
       where line.barcode <> ''
      union
      select line.nth, named.productid
        from line
        join named using (siteid, name)
       where named.place <= 2 and (line.barcode = '' or named.barcode_identity = '')
    )
    select about.nth, productid, version, productname, barcode, further_barcodes, category, supplier, description, price, purchaseprice, is_free, stock,
           ${selectVatRate(sql`vat_code`)} as vat_rate, reorder_level, order_quantity
      from about join live using (productid)`
  return (await joinManyRows(scope, () => find.execute(scope))).rows
}

/** The rows with a barcode and the name of a product of their site. */
export async function findRowsWithKnownName(scope: Scope, parsed: ParsedRow[]): Promise<Set<number>> {
  const lines = parsed.flatMap(({ nth, siteid, values: { barcode, productname } }) =>
    barcode && productname ? [{ nth, siteid, productname }] : [],
  )
  const { rows } = await sql<{ nth: number }>`
    select nth
      from json_to_recordset(${JSON.stringify(lines)}) as line (nth integer, siteid bigint, productname text)
     where (siteid, lower(productname collate "und-x-icu") collate "C") in (
       select siteid, lower(productname) collate "C" from product where businessid = ${currentBusiness} and archived_at is null
     )`.execute(scope)
  return new Set(rows.map(({ nth }) => nth))
}

/** The rows with the barcode of a product at another site. */
export async function findRowsToJoin(scope: Scope, parsed: ParsedRow[]): Promise<Set<number>> {
  const lines = parsed.flatMap(({ nth, siteid, values: { barcode } }) =>
    barcode ? [{ nth, siteid, barcode: barcodeIdentity(barcode) }] : [],
  )
  const { rows } = await sql<{ nth: number }>`
    select nth
      from json_to_recordset(${JSON.stringify(lines)}) as line (nth integer, siteid bigint, barcode text)
     where exists (
       select from product
        where businessid = ${currentBusiness} and archived_at is null and product.barcode_identity = line.barcode and barcode_identity <> ''
          and product.siteid <> line.siteid)`.execute(scope)
  return new Set(rows.map(({ nth }) => nth))
}

/** The categories and suppliers of the products, those of most products first. */
export async function listTexts(scope: Scope, column: 'category' | 'supplier'): Promise<string[]> {
  const name = sql.ref(column)
  const { rows } = await sql<{ name: string }>`
    select ${name} as name from product
     where businessid = ${currentBusiness} and archived_at is null and ${name} <> ''
     group by 1 order by count(*) desc, 1`.execute(scope)
  return rows.map(({ name }) => name)
}

/** Saves the changes of a preview and deletes the person's earlier previews. */
export async function savePreview(scope: Scope, changes: ProductChange[]) {
  await scope
    .deleteFrom('product_imports')
    .where('businessid', '=', currentBusiness)
    .where(({ eb, or }) => or([eb('user_id', '=', currentUser), eb('previewed_at', '<', anHourAgo)]))
    .execute()
  return scope
    .insertInto('product_imports')
    .values({ lines: JSON.stringify(changes) })
    .returning('importid')
    .executeTakeFirstOrThrow()
}

const anHourAgo = sql<Date>`now() - interval '1 hour'`

const isPending = (importid: string) => sql<SqlBool>`
  businessid = ${currentBusiness} and importid = ${importid} and user_id = ${currentUser} and previewed_at > ${anHourAgo}`

/** Whether this person can still confirm this preview. */
export async function isPreviewPending(scope: Scope, importid: string) {
  const found = await scope.selectFrom('product_imports').select('importid').where(isPending(importid)).executeTakeFirst()
  return found !== undefined
}

/**
 * Deletes a preview of this person and returns its changes. Undefined when there is none; 'running' when another transaction is
 * applying it: that one is not waited for.
 */
export async function claimPreview(scope: Scope, importid: string): Promise<ProductChange[] | 'running' | undefined> {
  if (!(await tryLockInBusiness(scope, `product import ${importid}`))) return 'running'
  const { rows } = await sql<{ lines: ProductChange[] }>`
    delete from product_imports where ${isPending(importid)} returning lines`.execute(scope)
  return rows[0]?.lines
}

/** Stock movements of this transaction get the reason 'import'. */
export const setStockReason = (scope: Scope) => sql`select set_config('app.stock_reason', 'import', true)`.execute(scope)

/** Returns the ids of the new products. */
export async function insertImported(scope: Scope, changes: ProductChange[]) {
  const { rows } = await sql<{ productid: number }>`
    insert into product
      (siteid, productname, barcode, category, supplier, description, price, purchaseprice, stock, vat_code, reorder_level, order_quantity,
       further_barcodes)
    select siteid, productname, barcode, category, supplier, description, price, purchaseprice, stock,
           coalesce(vat_code_of(${currentBusiness}, vat_rate), 'standard'), reorder_level, order_quantity, coalesce(further_barcodes, '[]')
      from json_to_recordset(${JSON.stringify(changes)}) as line (
        siteid bigint, productname text, barcode text, category text, supplier text, description text,
        price numeric, purchaseprice numeric, stock numeric, vat_rate text, reorder_level numeric, order_quantity numeric,
        further_barcodes jsonb)
    returning productid`.execute(scope)
  return rows.map(({ productid }) => productid)
}

/** An inactive product leaves the list. It keeps its picture and its history. */
export async function archiveProduct(scope: Scope, productid: number) {
  await giveUpFirst(scope, productid)
  await sql`
    update product set archived_at = now()
     where businessid = ${currentBusiness} and productid = ${productid} and archived_at is null`.execute(scope)
}

/** Returns how many products were updated: fewer than `changes` when one was edited or deleted since the preview. */
export async function updateImported(scope: Scope, changes: ProductChange[]) {
  const { rows } = await sql<{ changed: number }>`select update_products(${JSON.stringify(changes)}) as changed`.execute(scope)
  return rows[0]?.changed ?? 0
}
