import { type RawBuilder, sql } from 'kysely'
import type { AppliedProductChange, ProductChange, ProductChangePreview } from '../../../../contract/product-changes.ts'
import { AMOUNT_MAX } from '../../../../contract/shared/constants.ts'
import { tryLockInBusiness } from '../../../../db/locks.ts'
import { currentBusiness, currentUser } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'
import { joinPerson } from '../../../shared/list-query.ts'
import { selectVatRate } from '../../../shared/vat-rates.ts'
import { listWithItems } from '../items.ts'

const LINES_SHOWN = 2_000
const CHANGES_SHOWN = 10

type Value = string | number | null
/** What a change gives one product. */
export type ChangeLine = { productid: number; version: number; before: Value; after: Value }

export type StoredChange = {
  change: ProductChange
  lines: ChangeLine[]
  applied: number | null
  undone: number | null
}

const FIELDS = {
  set_price: 'price',
  add_to_price: 'price',
  change_price_by_percent: 'price',
  set_category: 'category',
  set_supplier: 'supplier',
  set_vat_rate: 'vat_code',
  set_reorder_level: 'reorder_level',
  set_order_quantity: 'order_quantity',
} as const satisfies Record<ProductChange['kind'], string>
type Field = (typeof FIELDS)[ProductChange['kind']]

export const getField = ({ kind }: ProductChange): Field => FIELDS[kind]

/** The new value of a product's field. Numerics are exact, and round() rounds half a cent away from zero. */
function selectNewValue(change: ProductChange): RawBuilder<unknown> {
  switch (change.kind) {
    case 'set_price':
      return sql`${change.price}::numeric`
    case 'add_to_price':
      return withEnding(sql`price + ${change.amount}::numeric(12, 2)`, change)
    case 'change_price_by_percent':
      return withEnding(sql`round(price * (1 + ${change.percent}::numeric / 100), greatest(2, min_scale(price)))`, change)
    case 'set_category':
      return sql`${change.category}::text`
    case 'set_supplier':
      return sql`${change.supplier}::text`
    case 'set_vat_rate':
      return sql`vat_code_of(${currentBusiness}, ${String(change.vat_rate)})`
    case 'set_reorder_level':
      return sql`${change.reorder_level}::numeric(12, 3)`
    case 'set_order_quantity':
      return sql`${change.order_quantity}::numeric(12, 3)`
  }
}

type PriceEnding = Extract<ProductChange, { ending?: unknown }>['ending']

/** A price of zero or less stays as it is. */
function withEnding(price: RawBuilder<unknown>, { ending }: { ending?: PriceEnding }) {
  if (ending === undefined) return price
  const ended = {
    '0.99': sql`greatest(round(${price} + 0.01), 1) - 0.01`,
    '0.50': sql`greatest(round((${price}) * 2) / 2, 0.50)`,
    '0.00': sql`greatest(round(${price}), 1)`,
  }[ending]
  return sql`case when ${price} <= 0 then ${price} else (${ended})::numeric end`
}

type Preview = Omit<ProductChangePreview, 'changeid'>

/** Whether the field is one of an item, and not of each of its rows. */
export const isOfItem = (change: ProductChange) => !['reorder_level', 'order_quantity'].includes(getField(change))

/** The products that a change of these changes: that of a field of an item changes all rows of the item. */
export const listChanged = async (scope: Scope, change: ProductChange, productids: number[]) =>
  isOfItem(change) ? listWithItems(scope, productids, { ofPrice: getField(change) === 'price' }) : productids

type Targets = {
  productids: number[]
  /** Those that were asked for. The others are rows of their items. */
  chosen: number[]
}

/** What a change would do to these products, and the lines to be saved. */
export async function previewChange(scope: Scope, change: ProductChange, { productids, chosen }: Targets) {
  const field = getField(change)
  const isElsewhere = sql`productid <> all(${chosen}::bigint[])`
  const isAllowed = field === 'price' ? sql`after between 0 and ${sql.lit(AMOUNT_MAX)}` : sql`true`
  const stockAt = (price: 'before' | 'after') => sql`sum(round(stock * ${sql.ref(price)}, 2))`
  // As the report of the stock value rounds it.
  const stockValue = sql`
    select json_build_object('products', count(*), 'difference', coalesce(${stockAt('after')} - ${stockAt('before')}, 0))
      from changed where stock > 0`
  const shown = (name: 'before' | 'after') => (field === 'vat_code' ? selectVatRate(sql.ref(name)) : sql.ref(name))
  const { rows } = await sql<Preview & { elsewhere: number; stored: string | null }>`
    with target as (
      select place, productid, siteid, version, productname, stock, ${sql.ref(field)} as before, ${selectNewValue(change)} as after
        from unnest(${productids}::bigint[]) with ordinality as found (productid, place)
        join product using (productid)
       where businessid = ${currentBusiness} and archived_at is null
    ), judged as materialized (
      select *, ${isAllowed} as is_allowed, before is distinct from after as is_other from target
    ), changed as (
      select * from judged where is_allowed and is_other
    )
    select count(*) filter (where is_allowed and is_other) as changed,
           count(*) filter (where is_allowed and not is_other) as unchanged,
           count(*) filter (where not is_allowed) as refused,
           count(*) filter (where is_allowed and is_other and ${isElsewhere}) as elsewhere,
           ${field === 'price' ? sql`(${stockValue})` : sql`null::json`} as stock_value,
           (select coalesce(json_agg(json_build_object(
              'productid', productid, 'productname', productname, 'before', ${shown('before')}, 'after', ${shown('after')},
              'sitename', case when ${isElsewhere} then (
                select sitename from site where site.businessid = ${currentBusiness} and site.siteid = first.siteid) end) order by place), '[]')
              from (select * from changed order by place limit ${LINES_SHOWN}) first) as lines,
           (select json_agg(json_build_object(
              'productid', productid, 'version', version, 'before', before, 'after', after) order by productid)
              from changed)::text as stored
      from judged`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a count without groups is one row')
  const { elsewhere, ...shownRow } = row
  const lines = row.lines.map(({ sitename, ...line }) => (sitename ? { ...line, sitename } : line))
  return { ...shownRow, lines, ...(elsewhere > 0 && { elsewhere }) }
}

/** Whether an item of these products got another row since an instant: the preview does not have it. */
export async function hasNewRows(scope: Scope, changeid: string, productids: number[]) {
  const { rows } = await sql<{ has_new: boolean }>`
    select exists (
      select from product added
       where added.businessid = ${currentBusiness} and added.joined_to is not null and added.archived_at is null
         and added.created_at > (select previewed_at from product_changes where businessid = ${currentBusiness} and changeid = ${changeid})
         and added.joined_to in (
           select coalesce(joined_to, productid) from product
            where businessid = ${currentBusiness} and productid = any(${productids}::bigint[]))) as has_new`.execute(scope)
  return rows[0]?.has_new ?? false
}

const UNDO_DAYS = 30

/** Saves a preview. Deletes the person's earlier previews, and changes that are too old to be undone. */
export async function saveChange(scope: Scope, change: ProductChange, lines: string) {
  await sql`
    delete from product_changes
     where businessid = ${currentBusiness}
       and (applied_at is null and (user_id = ${currentUser} or previewed_at < now() - interval '1 hour')
            or applied_at < now() - ${UNDO_DAYS} * interval '1 day')`.execute(scope)
  return scope
    .insertInto('product_changes')
    .values({ change: JSON.stringify(change), lines })
    .returning('changeid')
    .executeTakeFirstOrThrow()
}

/** Whether no other change of many products is running in the business: it is not waited for. */
export const lockChanges = (scope: Scope) => tryLockInBusiness(scope, 'product changes')

export const findChangeState = (scope: Scope, changeid: string) =>
  scope
    .selectFrom('product_changes')
    .select('applied')
    .where('businessid', '=', currentBusiness)
    .where('changeid', '=', changeid)
    .executeTakeFirst()

export const findChange = (scope: Scope, changeid: string): Promise<StoredChange | undefined> =>
  sql<StoredChange>`
    select change, lines, applied, undone from product_changes
     where businessid = ${currentBusiness} and changeid = ${changeid}`
    .execute(scope)
    .then(({ rows }) => rows[0])

export const setApplied = (scope: Scope, changeid: string, applied: number) =>
  scope
    .updateTable('product_changes')
    .set({ applied_at: sql`now()`, applied })
    .where('businessid', '=', currentBusiness)
    .where('changeid', '=', changeid)
    .execute()

export const setUndone = (scope: Scope, changeid: string, undone: number) =>
  scope
    .updateTable('product_changes')
    .set({ undone_at: sql`now()`, undone })
    .where('businessid', '=', currentBusiness)
    .where('changeid', '=', changeid)
    .execute()

/** The products that still are as they were at the preview. */
export const isUnchanged = sql`product.version = line.version`
/** The products whose field still has the value of the change. */
export const hasValueOfChange = (field: Field) =>
  isText(field) ? sql`${sql.ref(field)} = line.after` : sql`${sql.ref(field)} is not distinct from line.after::numeric`

const isText = (field: Field) => field === 'category' || field === 'supplier' || field === 'vat_code'

/** Gives each product that meets the condition the value of its line, and returns how many there were. */
export async function writeValues(
  scope: Scope,
  {
    field,
    lines,
    value,
    condition,
  }: { field: Field; lines: ChangeLine[]; value: 'before' | 'after'; condition: RawBuilder<unknown> },
) {
  const select = (column: Field) => {
    if (column !== field) return sql.ref(`product.${column}`)
    return isText(column) ? sql`line.${sql.ref(value)}` : sql`line.${sql.ref(value)}::numeric`
  }
  const { rows } = await sql<{ written: number }>`
    select update_products(coalesce(json_agg(json_build_object(
             'productid', productid, 'version', product.version, 'productname', productname, 'barcode', barcode,
             'category', ${select('category')}, 'supplier', ${select('supplier')}, 'description', description,
             'price', ${select('price')}, 'purchaseprice', purchaseprice, 'stock', stock, 'stock_was', stock,
             'vat_code', ${select('vat_code')}, 'reorder_level', ${select('reorder_level')},
             'order_quantity', ${select('order_quantity')})), '[]')) as written
      from json_to_recordset(${JSON.stringify(lines)}) as line (productid bigint, version integer, before text, after text)
      join product using (productid)
     where businessid = ${currentBusiness} and archived_at is null and ${condition}`.execute(scope)
  return rows[0]?.written ?? 0
}

/** The latest changes that can be undone, newest first. */
export async function listChanges(scope: Scope): Promise<AppliedProductChange[]> {
  const { rows } = await sql<AppliedProductChange>`
    select changeid, change, applied_at, applied, undone_at, firstname || ' ' || lastname as changed_by
      from product_changes ${joinPerson('product_changes')}
     where product_changes.businessid = ${currentBusiness} and applied_at is not null
     order by applied_at desc, changeid
     limit ${CHANGES_SHOWN}`.execute(scope)
  return rows
}
