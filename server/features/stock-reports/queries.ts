import { type RawBuilder, sql } from 'kysely'
import { SPEED_DAYS } from '../../../contract/search/stock-reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { bucketKey, bucketsFor } from '../../shared/buckets.ts'
import { containsText, joinConditions } from '../../shared/list-query.ts'

type Filter = { q: string; siteid?: number | undefined; supplier: string; productids?: number[] | undefined }

/** Null when it is not known. */
const KNOWN_PRICE = sql`case when purchaseprice > 0 or is_free then purchaseprice end as purchaseprice`

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
       sql`(${containsText(sql`productname`, q)} or ${containsText(sql`barcode`, q)} or ${containsText(sql`supplier`, q)})`,
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

/** What arrives without another order, a row a product. It counts as stock. Today nothing does. */
const INCOMING = sql`select null::bigint as productid, null::numeric as incoming where false`

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
  with sold as (${selectSold(range, filter)}), incoming as (${INCOMING}), counted as (
    select listed.*, greatest(coalesce(units, 0), 0) as units, stock + coalesce(incoming, 0) as available,
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
         lead_time_days
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

export const selectStockValue = ({ q, siteids }: { q: string; siteids?: number[] | undefined }): RawBuilder<unknown> => sql`
  select siteid, sitename, count(productid) as products, coalesce(sum(stock), 0) as units,
         coalesce(sum(round(stock * purchaseprice, 2)), 0) as cost, coalesce(sum(round(stock * price, 2)), 0) as value,
         count(productid) filter (where purchaseprice is null) as unknown_costs
    from site
    left join (
      select siteid, productid, stock, price, ${KNOWN_PRICE} from product
       where businessid = ${currentBusiness} and archived_at is null and stock > 0
    ) held using (siteid)
   where ${joinConditions([
     sql`businessid = ${currentBusiness}`,
     siteids && sql`siteid = any(${siteids}::bigint[])`,
     containsText(sql`sitename`, q),
   ])}
   group by siteid, sitename`
