import { sql } from 'kysely'
import type { IncomingUnits, ProductSale, StockEntry, StockHistory } from '../../../contract/product-stock.ts'
import { PRODUCT_SALES_SHOWN } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { joinPerson } from '../../shared/list-query.ts'
import { selectIncomingOf } from '../../shared/stock-documents.ts'

const PAGE_ENTRIES = 30
/** A page reads no more, however often the product was sold: it then has fewer days. */
const MAX_MOVEMENTS_READ = 2_000

type Entry = StockEntry & { movementid: number; first_movementid: number }

/** The changes of a product's stock, newest first. Undefined when there is no such product. */
export async function findStockHistory(
  scope: Scope,
  { productid, before }: { productid: number; before?: number | undefined },
): Promise<StockHistory | undefined> {
  const product = await scope
    .selectFrom('product')
    .select(['stock', 'created_at'])
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('archived_at', 'is', null)
    .executeTakeFirst()
  if (!product) return undefined
  const found = await findEntries(scope, productid, before)
  const entries = found.slice(0, PAGE_ENTRIES)
  const last = entries.at(-1)
  const next = last && (await hasMovementBefore(scope, productid, last.first_movementid)) ? last.first_movementid : null
  const shown = entries.map(({ first_movementid: _, ...entry }) => toOpening(entry, product.created_at))
  if (next === null && shown.at(-1)?.kind !== 'opening')
    shown.push(createOpening(last?.stock_before ?? product.stock, product.created_at))
  return { entries: shown, next }
}

/** Sales and corrections of a day that no other change lies between are one entry, so that each stock is what was recorded. */
async function findEntries(scope: Scope, productid: number, before: number | undefined) {
  const { rows } = await sql<Entry>`
    with recent as (
      select movementid, saleid, documentid, reason, stock_before, stock_after, user_id, note, moved_at,
             (moved_at at time zone timezone)::date as day,
             case when reason in ('sale', 'refund') then 'sales' else reason end as kind
        from stock_movements join business on business.id = stock_movements.businessid
       where businessid = ${currentBusiness} and productid = ${productid}
         ${before === undefined ? sql`` : sql`and movementid < ${before}`}
       order by movementid desc
       limit ${MAX_MOVEMENTS_READ}
    ), marked as (
      select *, (kind in ('sales', 'correction') and (kind, day) = (lag(kind) over newest, lag(day) over newest)) is not true as is_other
        from recent window newest as (order by movementid desc)
    ), numbered as (
      select *, count(*) filter (where is_other) over (order by movementid desc) as entry from marked
    )
    select max(movementid) as movementid, min(movementid) as first_movementid, kind, max(moved_at) as moved_at,
           (array_agg(stock_before order by movementid))[1] as stock_before,
           (array_agg(stock_after order by movementid desc))[1] as stock_after,
           coalesce(sum(stock_before - stock_after) filter (where reason = 'sale'), 0) as sold,
           coalesce(sum(stock_after - stock_before) filter (where reason = 'refund'), 0) as returned,
           count(distinct saleid) as sales,
           max(firstname || ' ' || lastname) as changed_by, coalesce(max(note), '') as note,
           (select json_build_object('documentid', documentid, 'kind', d.kind, 'number', d.number)
              from stock_documents d where d.businessid = ${currentBusiness} and d.documentid = max(numbered.documentid)) as document
      from numbered ${joinPerson('numbered')}
     group by entry, kind
     order by entry
     limit ${PAGE_ENTRIES}`.execute(scope)
  return rows
}

const hasMovementBefore = async (scope: Scope, productid: number, movementid: number) =>
  (await scope
    .selectFrom('stock_movements')
    .select('movementid')
    .where('businessid', '=', currentBusiness)
    .where('productid', '=', productid)
    .where('movementid', '<', movementid)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** The stock that a product was added with was recorded in the transaction that added it. */
const toOpening = (entry: StockEntry, createdAt: Date): StockEntry =>
  entry.stock_before === 0 && entry.moved_at.getTime() === createdAt.getTime() ? { ...entry, kind: 'opening' } : entry

const createOpening = (stock: number, createdAt: Date): StockEntry => ({
  movementid: null,
  kind: 'opening',
  moved_at: createdAt,
  stock_before: 0,
  stock_after: stock,
  ...{ sold: 0, returned: 0, sales: 0, changed_by: null, note: '', document: null },
})

/** The newest sales with a product, each once. */
export async function findLatestSales(scope: Scope, productid: number): Promise<ProductSale[]> {
  const { rows } = await sql<ProductSale>`
    select saleid, saledate, sitename, quantity
      from (
        select businessid, saleid, saledate, sum(quantity) as quantity
          from saleitems
         where businessid = ${currentBusiness} and productid = ${productid}
         group by businessid, saledate, saleid
         order by saledate desc, saleid desc
         limit ${PRODUCT_SALES_SHOWN}
      ) newest
      join sales using (businessid, saleid, saledate)
      join site using (businessid, siteid)
     order by saledate desc, saleid desc`.execute(scope)
  return rows
}

export async function listIncoming(scope: Scope, productid: number): Promise<IncomingUnits[]> {
  const { rows } = await sql<IncomingUnits>`${selectIncomingOf(productid)}`.execute(scope)
  return rows
}
