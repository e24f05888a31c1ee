import { type RawBuilder, sql } from 'kysely'
import { type ShrinkageSearch, SPEED_DAYS } from '../../../contract/search/stock-reports.ts'
import { barcodeIdentity } from '../../../contract/shared/barcode-identity.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, bucketsFor } from '../../shared/buckets.ts'
import { containsText, joinConditions, matchesBarcode } from '../../shared/list-query.ts'
import { RECEIVED, SELECT_INCOMING, SENT_PRODUCT, siteName } from '../../shared/stock-documents.ts'

type Filter = { q: string; siteid?: number | undefined; supplier: string; productids?: number[] | undefined }

/** Null when it is not known. */
const KNOWN_PRICE = sql`case when purchaseprice > 0 or is_free then purchaseprice end as purchaseprice`

const hasBarcode = (q: string) => matchesBarcode([barcodeIdentity(q)].filter(Boolean))

/** Products that are not archived, by their own columns. */
const selectProducts = ({ q, siteid, supplier, productids }: Filter) => sql`
  select productid, productname, barcode, siteid, sitename, supplier, stock, reorder_level, order_quantity, ${KNOWN_PRICE},
         product.created_at
    from product join site using (businessid, siteid)
   where ${joinConditions([
     sql`businessid = ${currentBusiness} and archived_at is null`,
     productids && sql`productid = any(${productids}::bigint[])`,
     siteid !== undefined && sql`siteid = ${siteid}`,
     supplier !== '' && sql`supplier = ${supplier}`,
     q !== '' &&
       sql`(${containsText(sql`productname`, q)} or ${containsText(sql`barcode`, q)} or ${hasBarcode(q)} or ${containsText(sql`supplier`, q)})`,
   ])}`

/** What each product sold in a range, from the roll-ups: `lines` is above zero for a product with a sale. */
function selectSold(range: DateRange, { productids }: Filter) {
  const buckets = bucketsFor(range)
  const subtracted = buckets.filter(({ sign }) => sign < 0).map(bucketKey)
  const sign = sql`case when bucket_key = any(${subtracted}::integer[]) then -1 else 1 end`
  return sql`
    select productid, sum(${sign} * lines) as lines, sum(${sign} * units_thousandths) / 1000 as units
      from product_buckets
     where businessid = ${currentBusiness} and bucket_key = any(${buckets.map(bucketKey)}::integer[])
       ${productids ? sql`and productid = any(${productids}::bigint[])` : sql``}
     group by productid`
}

/**
 * The days of the range that the product was there, at least one. It is there from the day when it was added; imported sales may be
 * earlier, then from the first of them.
 */
const countSaleDays = ({ from, to, timezone }: DateRange & { timezone: string }) => sql`
  case when units = 0 or created_at < ${from}::timestamp at time zone ${timezone} then ${sql.lit(SPEED_DAYS)}
       else greatest(1, least(${sql.lit(SPEED_DAYS)}, ${to}::date + 1 - (least(created_at, (
              select min(saledate) from saleitems
               where saleitems.businessid = ${currentBusiness} and saleitems.productid = counted.productid
            )) at time zone ${timezone})::date)) end`

/**
 * What is known of each supplier by its name in lower case, as products find it. An object, because a join could be a nested loop of all
 * products and suppliers where statistics are missing.
 */
export const SUPPLIERS_BY_NAME = sql`
  (select jsonb_object_agg(lower(name), jsonb_build_object(
            'lead_time_days', lead_time_days, 'minimum_order', minimum_order, 'email', nullif(email, ''), 'phone', nullif(phone, ''),
            'account_number', nullif(account_number, '')))
     from suppliers where businessid = ${currentBusiness})`

/**
 * The SPEED_DAYS days of the range decide the speed. The stock lasts until the next order arrives: the days that this one is for, and the
 * lead time of the supplier.
 */
export const selectReorder = (
  filter: Filter & { days: number },
  range: DateRange & { timezone: string },
): RawBuilder<unknown> => sql`
  with sold as (${selectSold(range, filter)}), incoming as (${SELECT_INCOMING}), counted as (
    select listed.*, greatest(coalesce(units, 0), 0) as units, stock + coalesce(on_order, 0) + coalesce(in_transit, 0) as available,
           coalesce(on_order, 0) as on_order, coalesce(in_transit, 0) as in_transit, coalesce(in_drafts, 0) as in_drafts,
           (${SUPPLIERS_BY_NAME} -> lower(supplier) ->> 'lead_time_days')::integer as lead_time_days
      from (${selectProducts(filter)}) listed
      left join sold using (productid)
      left join incoming using (productid)
  ), listed as (
    select *, units / (${countSaleDays(range)}) as speed, ${filter.days}::integer + coalesce(lead_time_days, 0) as days from counted
  ), needed as (
    select *, coalesce(reorder_level, 0) + speed * days - available as missing,
           coalesce(nullif(order_quantity, 0), 1) as pack
      from listed
     where case when reorder_level is null then available < speed * days else available <= reorder_level end
  ), ordered as (
    select *, greatest(ceil(round(missing / pack, 6)), 1) * pack as suggested from needed
  )
  select productid, productname, barcode, siteid, sitename, supplier, stock, reorder_level, order_quantity,
         round(speed, 3) as speed, round(greatest(stock, 0) / nullif(speed, 0), 1) as days_left,
         suggested, purchaseprice, round(suggested * purchaseprice, 2) as cost,
         lead_time_days, on_order, in_transit, in_drafts
    from ordered`

/** Whether a supplier of the business has one. */
export async function hasLeadTimes(scope: Scope): Promise<boolean> {
  const found = await scope
    .selectFrom('suppliers')
    .select('supplierid')
    .where('businessid', '=', currentBusiness)
    .where('lead_time_days', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export const selectSlowSellers = (filter: Filter, range: DateRange): RawBuilder<unknown> => sql`
  with sold as materialized (${selectSold(range, filter)} having sum(lines) <> 0), slow as (
    select *, round(stock * purchaseprice, 2) as cost
      from (${selectProducts(filter)}) listed
     where stock > 0 and not exists (select from sold where sold.productid = listed.productid and sold.lines > 0)
  )
  select productid, productname, barcode, siteid, sitename, supplier, stock, purchaseprice, cost from slow`

/**
 * The day of the last sale of a row of `selectSlowSellers`: a search in the lines for each, so not where rows are only sorted and
 * summed.
 */
export const LAST_SOLD = sql`
  (select to_char(saledate at time zone (select timezone from business where id = ${currentBusiness}), 'YYYY-MM-DD')
     from saleitems
    where saleitems.businessid = ${currentBusiness} and saleitems.productid = report.productid
    order by saledate desc limit 1) as last_sold`

/** When a day of the business begins and ends. */
const startOf = (day: string) =>
  sql`(${day}::date::timestamp at time zone (select timezone from business where id = ${currentBusiness}))`
const endOf = (day: string) =>
  sql`((${day}::date + 1)::timestamp at time zone (select timezone from business where id = ${currentBusiness}))`

/** Products with their stock: now, or at the end of a day, by the last movement before that. */
const selectHeld = (day: string | undefined) =>
  day === undefined
    ? sql`
        select siteid, productid, stock, price, ${KNOWN_PRICE} from product
         where businessid = ${currentBusiness} and archived_at is null and stock > 0`
    : // A statement of its own, or PostgreSQL would look for the movement again for each product.
      sql`
        with last as materialized (select find_movement_before(${endOf(day)}) as movementid)
        select siteid, productid, stock, price, ${KNOWN_PRICE}
          from (
            select siteid, productid, price, purchaseprice, is_free,
                   coalesce(
                     (select stock_after from stock_movements m
                       where m.businessid = ${currentBusiness} and m.productid = product.productid
                         and m.movementid <= (select movementid from last)
                       order by m.movementid desc limit 1),
                     (select stock_before from stock_movements m
                       where m.businessid = ${currentBusiness} and m.productid = product.productid order by m.movementid limit 1),
                     stock) as stock
              from product
             where businessid = ${currentBusiness} and not is_unknown and created_at < ${endOf(day)}
               and (archived_at is null or archived_at >= ${endOf(day)})
          ) held
         where stock > 0`

export const selectStockValue = ({
  q,
  day,
  siteids,
}: {
  q: string
  day?: string | undefined
  siteids?: number[] | undefined
}): RawBuilder<unknown> => sql`
  select siteid, sitename, count(productid) as products, coalesce(sum(stock), 0) as units,
         coalesce(sum(round(stock * purchaseprice, 2)), 0) as cost, coalesce(sum(round(stock * price, 2)), 0) as value,
         count(productid) filter (where purchaseprice is null) as unknown_costs
    from site
    left join (${selectHeld(day)}) held using (siteid)
   where ${joinConditions([
     sql`businessid = ${currentBusiness}`,
     siteids && sql`siteid = any(${siteids}::bigint[])`,
     containsText(sql`sitename`, q),
   ])}
   group by siteid, sitename`

/** Units of a line `l` of the transfer `d` that were in transit at the end of a day, or are now. */
const unitsInTransit = (day: string | undefined) =>
  day === undefined
    ? sql`case when d.state in ('sent', 'part_received') then l.quantity - ${RECEIVED} else 0 end`
    : sql`
        l.quantity - (
          select coalesce(sum(came.quantity + came.missing), 0)
            from stock_documents child join stock_document_lines came using (businessid, documentid)
           where child.businessid = ${currentBusiness} and child.parentid = d.documentid and child.state = 'received'
             and came.productid = l.productid and child.created_at < ${endOf(day)})`

const sentAt = sql`
  (select min(happened_at) from stock_document_events e
    where e.businessid = ${currentBusiness} and e.documentid = d.documentid and e.event = 'sent')`

const selectTransit = (day: string | undefined) => sql`
  select l.productid, coalesce(p.productname, sent.productname) as productname, coalesce(p.barcode, sent.barcode) as barcode,
         coalesce(p.barcode_identity, barcode_identity(sent.barcode)) as barcode_identity, d.documentid, d.number, d.siteid, ${siteName('site', sql`d.siteid`)} as sitename, d.to_siteid,
         ${siteName('to_site', sql`d.to_siteid`)} as to_sitename, ${sentAt} as sent_at, ${unitsInTransit(day)} as units, l.purchaseprice,
         coalesce(p.price, sent.price) as price
    from stock_documents d
    join stock_document_lines l using (businessid, documentid)
    ${SENT_PRODUCT}
    left join site on site.businessid = d.businessid and site.siteid = d.siteid
    left join site to_site on to_site.businessid = d.businessid and to_site.siteid = d.to_siteid
   where d.businessid = ${currentBusiness} and d.kind = 'transfer' and d.state <> 'draft'
     and ${day === undefined ? sql`d.state in ('sent', 'part_received')` : sql`${sentAt} < ${endOf(day)}`}`

type Sums = { products: number; units: number; cost: number; value: number; unknown_costs: number }

/** Null without any. Of the products, `elsewhere` has those that are on a shelf too, which a total counts once. */
export async function sumTransit(scope: Scope, day: string | undefined) {
  const { rows } = await sql<Sums & { products_elsewhere: number; unknown_costs_elsewhere: number }>`
    with held as materialized (select productid from (${selectHeld(day)}) held)
    select count(distinct productid) as products, coalesce(sum(units), 0) as units, coalesce(sum(round(units * purchaseprice, 2)), 0) as cost,
           coalesce(sum(round(units * price, 2)), 0) as value,
           count(distinct productid) filter (where purchaseprice is null) as unknown_costs,
           count(distinct productid) filter (where productid in (select productid from held)) as products_elsewhere,
           count(distinct productid) filter (where purchaseprice is null and productid in (select productid from held))
             as unknown_costs_elsewhere
      from (${selectTransit(day)}) line where units > 0`.execute(scope)
  if (!rows[0]?.products) return null
  const { products_elsewhere, unknown_costs_elsewhere, ...sums } = rows[0]
  return { ...sums, elsewhere: { products: products_elsewhere, unknown_costs: unknown_costs_elsewhere } }
}

type Transit = { q: string; siteid?: number | undefined; ids?: number[] | undefined }

/** A line of a transfer has no id of its own: its product and document are one. */
export const selectInTransit = ({ q, siteid }: Transit): RawBuilder<unknown> => sql`
  select productid, productname, barcode, documentid, number, siteid, sitename, to_siteid, to_sitename, sent_at, units,
         round(units * purchaseprice, 2) as cost
    from (${selectTransit(undefined)}) line
   where ${joinConditions([
     sql`units > 0`,
     siteid !== undefined && sql`(siteid = ${siteid} or to_siteid = ${siteid})`,
     q !== '' && sql`(${containsText(sql`productname`, q)} or ${containsText(sql`barcode`, q)} or ${hasBarcode(q)})`,
   ])}`

/**
 * What was lost and found in a range of days, a row a site, kind and reason. The lines are summed before the sites are joined: PostgreSQL would
 * read them again for each site.
 */
export const selectShrinkage = ({ from, to, siteid }: ShrinkageSearch): RawBuilder<unknown> => sql`
  with line as (
    select d.kind, d.siteid, l.reason, l.quantity, l.purchaseprice
      from stock_documents d join stock_document_lines l using (businessid, documentid)
     where d.businessid = ${currentBusiness} and d.state in ('booked', 'approved') and l.quantity <> 0
       and exists (select from stock_document_events e
                    where e.businessid = ${currentBusiness} and e.documentid = d.documentid and e.event in ('booked', 'approved')
                      and e.happened_at >= ${startOf(from)} and e.happened_at < ${endOf(to)})
    union all
    select 'transfer', transfer.to_siteid, l.reason, -l.missing, l.purchaseprice
      from stock_documents d
      join stock_document_lines l using (businessid, documentid)
      join stock_documents transfer on transfer.businessid = d.businessid and transfer.documentid = d.parentid
     where d.businessid = ${currentBusiness} and d.kind = 'receipt' and d.state = 'received' and l.missing > 0
       and d.created_at >= ${startOf(from)} and d.created_at < ${endOf(to)}
  ), summed as materialized (
    select siteid, kind, case kind when 'count' then '' else reason end as reason, count(*) as lines,
           coalesce(-sum(quantity) filter (where quantity < 0), 0) as lost,
           coalesce(sum(quantity) filter (where quantity > 0), 0) as found,
           coalesce(-sum(round(quantity * purchaseprice, 2)) filter (where quantity < 0), 0) as lost_cost,
           coalesce(sum(round(quantity * purchaseprice, 2)) filter (where quantity > 0), 0) as found_cost,
           count(*) filter (where purchaseprice is null) as unknown_costs
      from line
     where ${siteid === undefined ? sql`true` : sql`siteid = ${siteid}`}
     group by siteid, kind, 3
  )
  select siteid, sitename, kind, reason, lines, lost, found, lost_cost, found_cost, unknown_costs
    from summed join site using (siteid)
   where site.businessid = ${currentBusiness}`
