import type { Pool } from 'pg'

/** For each table the expected rows, computed from the sales and their lines, and the stored rows that are not zero. */
const LINE = `round(quantity * price, 2) + adjustment`
const VAT = `round((${LINE}) * vat_rate / (100 + vat_rate), 2)`
const SALES = `
  select s.*, s.saledate at time zone b.timezone as local, (s.saledate at time zone b.timezone)::date as day,
         lower(trim(both ' ' from s.payment_method)) as method, lines.units as sold, lines.cost, rest, lines.vat + round(rest * 15 / 115, 2) as vat
    from sales s join business b on b.id = s.businessid
   cross join lateral (
     select coalesce(sum(quantity), 0) as units, coalesce(sum(round(quantity * purchaseprice, 2)), 0) as cost, coalesce(sum(${LINE}), 0) as amount,
            coalesce(sum(${VAT}), 0) as vat
       from saleitems i where i.businessid = s.businessid and i.saleid = s.saleid
   ) lines
   cross join lateral (select s.finalamount - lines.amount as rest) r
   where s.businessid = $1`
const MEASURES = `sum((finalamount < 0)::int), sum(least(finalamount, 0)), sum(sold), sum(vat) * 100, sum(cost) * 100`
const KEPT = 'refunds, refunded, units, vat_cents, cost_cents'
const IS_KEPT = 'orders <> 0 or revenue <> 0 or refunds <> 0 or refunded <> 0 or units <> 0 or vat_cents <> 0 or cost_cents <> 0'
const LINES = `select i.*, (s.saledate at time zone b.timezone)::date as day, s.siteid as sold_at, ${LINE} as amount, ${VAT} as vat
  from saleitems i join sales s using (businessid, saleid) join business b on b.id = i.businessid where i.businessid = $1`
const BUCKETS = `cross join (values (1), (4), (16), (64), (256)) p (bucket_days)`
const START = `date '1970-01-01' + (floor((day - date '1970-01-01')::numeric / bucket_days) * bucket_days)::integer`
const PAIRS = {
  site_daily: [
    `select day, siteid, count(*), sum(finalamount), ${MEASURES} from (${SALES}) s group by 1, 2`,
    `select day, siteid, orders, revenue, ${KEPT} from site_daily where businessid = $1 and (${IS_KEPT})`,
  ],
  sales_buckets: [
    `select bucket_days, ${START}, siteid, employeeid, count(*), sum(finalamount), sum((finalamount < 100)::int), sum(case when finalamount < 100 then finalamount else 0 end), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue, ${KEPT} from sales_buckets
      where businessid = $1 and (${IS_KEPT} or small_orders <> 0 or small_revenue <> 0)`,
  ],
  payment_buckets: [
    `select bucket_days, ${START}, siteid, case when method is null or method = '' then 'unknown' else method end, count(*), sum(finalamount), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, payment_method, orders, revenue, ${KEPT} from payment_buckets where businessid = $1 and (${IS_KEPT})`,
  ],
  hour_buckets: [
    `select bucket_days, ${START}, siteid, (extract(isodow from local) - 1) * 24 + extract(hour from local), count(*), sum(finalamount), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, week_hour, orders, revenue, ${KEPT} from hour_buckets where businessid = $1 and (${IS_KEPT})`,
  ],
  product_buckets: [
    `select (${START} - date '1970-01-01') * 1024 + bucket_days, productid, sold_at, count(*), sum(quantity) * 1000, sum(round(quantity * price, 2)) * 100,
            sum(amount) * 100, sum(vat) * 100, sum(round(quantity * purchaseprice, 2)) * 100, sum((amount < 0)::int), sum(least(amount, 0)) * 100
       from (${LINES}) s ${BUCKETS} group by 1, 2, 3`,
    `select bucket_key, productid, siteid, lines, quantity, revenue, amount_cents, vat_cents, cost_cents, refunds, refunded_cents
       from product_buckets
      where businessid = $1 and (lines <> 0 or quantity <> 0 or revenue <> 0 or amount_cents <> 0 or vat_cents <> 0 or cost_cents <> 0 or refunds <> 0)`,
  ],
  vat_daily: [
    `select day, siteid, rate, is_remainder, sum(lines), sum(amount) * 100, sum(vat) * 100, sum(cost) * 100, sum(quantity) * 1000, sum((amount < 0)::int), sum(least(amount, 0)) * 100
       from (
         select day, sold_at as siteid, vat_rate as rate, false as is_remainder, 1 as lines, amount, vat, round(quantity * purchaseprice, 2) as cost, quantity from (${LINES}) l
          union all
         select day, siteid, 15, true, 1, rest, round(rest * 15 / 115, 2), 0, 0 from (${SALES}) s where rest <> 0
       ) parts group by 1, 2, 3, 4`,
    `select day, siteid, vat_rate, is_remainder, lines, amount_cents, vat_cents, cost_cents, quantity, refunds, refunded_cents from vat_daily
      where businessid = $1 and (lines <> 0 or amount_cents <> 0 or vat_cents <> 0 or cost_cents <> 0 or quantity <> 0 or refunds <> 0)`,
  ],
  sale_sums: [
    `select saleid, sold, cost * 100, vat * 100 from (${SALES}) s`,
    `select saleid, units, cost_cents, vat_cents from sales where businessid = $1`,
  ],
  sales_id_prefixes: [
    `select suffix_digits, div(saleid, 10::numeric ^ suffix_digits)::bigint, day, siteid, employeeid, count(*), sum(finalamount), sum((finalamount < 100)::int), sum(case when finalamount < 100 then finalamount else 0 end)
       from (${SALES}) s cross join (values (4), (6)) p (suffix_digits) group by 1, 2, 3, 4, 5`,
    `select suffix_digits, prefix, day, siteid, employeeid, orders, revenue, small_orders, small_revenue from sales_id_prefixes
      where businessid = $1 and (orders <> 0 or revenue <> 0 or small_orders <> 0 or small_revenue <> 0)`,
  ],
  stock: [
    `select p.productid, case p.productname when 'Bread' then 100 else 10 end - coalesce(sum(i.quantity), 0)
       from product p left join saleitems i using (businessid, productid) where businessid = $1 group by p.productid, p.productname`,
    `select productid, stock from product where businessid = $1`,
  ],
  stock_movements: [
    `select productid, stock from product p where businessid = $1 and exists (select from stock_movements m where (m.businessid, m.productid) = (p.businessid, p.productid))`,
    `select distinct on (productid) productid, stock_after from stock_movements where businessid = $1 order by productid, movementid desc`,
  ],
}

/** What differs between the sales of a business and its roll-ups, by table. */
export async function findRollUpMismatches({ ownerPool }: { ownerPool: Pool }, businessid: string) {
  const found: Record<string, unknown> = {}
  for (const [name, [raw, kept]] of Object.entries(PAIRS)) {
    const { rows } = await ownerPool.query(
      `select 'missing' as is, r.* from ((${raw}) except all (${kept})) r union all select 'too much', k.* from ((${kept}) except all (${raw})) k`,
      [businessid],
    )
    if (rows.length > 0) found[name] = rows
  }
  return found
}
