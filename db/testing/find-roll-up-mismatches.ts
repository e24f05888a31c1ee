import type { Pool } from 'pg'

/** For each table the expected rows, computed from the sales and their lines, and the stored rows that are not zero. */
const LINE = `round(quantity * price, 2) + adjustment`
const includedVat = (amount: string, rate: string) =>
  `case ${rate} when 'exempt' then 0 else round((${amount}) * ${rate}::numeric / (100 + ${rate}::numeric), 2) end`
const VAT = `coalesce(stated_vat_cents / 100.0, ${includedVat(LINE, 'i.vat_rate')})`
const LINES = `select i.*, (own.saledate at time zone b.timezone)::date as day, own.siteid as sold_at, ${LINE} as amount, i_vat as vat,
    coalesce(round(quantity * purchaseprice, 2), 0) as cost, case when purchaseprice is null then 0 else ${LINE} - i_vat end as costed_net
  from saleitems i cross join lateral (select ${VAT} as i_vat) v
  join (select businessid, saleid, saledate, siteid from sales) own using (businessid, saleid) join business b on b.id = i.businessid where i.businessid = $1`
const SALES = `
  select s.*, s.saledate at time zone b.timezone as local, (s.saledate at time zone b.timezone)::date as day,
         lower(trim(both ' ' from s.payment_method)) as method, lines.units as sold, lines.cost, lines.costed_net, rest, rest_vat, lines.vat + rest_vat as vat
    from sales s join business b on b.id = s.businessid
   cross join lateral (
     select coalesce(sum(l.quantity), 0) as units, coalesce(sum(l.cost), 0) as cost, coalesce(sum(l.amount), 0) as amount,
            coalesce(sum(l.vat), 0) as vat, coalesce(sum(l.costed_net), 0) as costed_net
       from (${LINES.replace('where i.businessid = $1', 'where i.businessid = s.businessid and i.saleid = s.saleid')}) l
   ) lines
   cross join lateral (select s.finalamount - lines.amount as rest) r
   cross join lateral (select case rest when 0 then 0 else coalesce(s.stated_vat_cents / 100.0, ${includedVat('rest', 's.vat_rate')}) end as rest_vat) v
   where s.businessid = $1`
const AMOUNTS = 'sum(finalamount) * 100, sum((finalamount < 0)::int), sum(least(finalamount, 0)) * 100'
const MEASURES = `count(*), ${AMOUNTS}, sum(sold) * 1000, sum(vat) * 100, sum(cost) * 100, sum(costed_net) * 100`
const LINE_MEASURES = `count(*), sum(amount) * 100, sum((amount < 0)::int), sum(least(amount, 0)) * 100, sum(quantity) * 1000, sum(vat) * 100, sum(cost) * 100, sum(costed_net) * 100`
const SMALL = `sum((finalamount < 100)::int), sum(case when finalamount < 100 then finalamount else 0 end) * 100`
const COMMON = ['revenue_cents', 'refunds', 'refunded_cents', 'units_thousandths', 'vat_cents', 'cost_cents', 'costed_net_cents']
const KEPT = ['orders', ...COMMON].join()
const LINES_KEPT = ['lines', ...COMMON].join()
const isKept = (...names: string[]) => `businessid = $1 and (${names.map((name) => `${name} <> 0`).join(' or ')})`
const BUCKETS = `cross join (values (1), (4), (16), (64), (256)) p (bucket_days)`
const START = `date '1970-01-01' + (floor((day - date '1970-01-01')::numeric / bucket_days) * bucket_days)::integer`
const PAIRS = {
  site_daily: [
    `select day, siteid, ${MEASURES} from (${SALES}) s group by 1, 2`,
    `select day, siteid, ${KEPT} from site_daily where ${isKept('orders', ...COMMON)}`,
  ],
  sales_buckets: [
    `select bucket_days, ${START}, siteid, employeeid, ${MEASURES}, ${SMALL} from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, employeeid, ${KEPT}, small_orders, small_revenue_cents from sales_buckets
      where ${isKept('orders', ...COMMON, 'small_orders', 'small_revenue_cents')}`,
  ],
  payment_buckets: [
    `select bucket_days, ${START}, siteid, case when method is null or method = '' then 'unknown' else method end, ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, payment_method, ${KEPT} from payment_buckets where ${isKept('orders', ...COMMON)}`,
  ],
  hour_buckets: [
    `select bucket_days, ${START}, siteid, (extract(isodow from local) - 1) * 24 + extract(hour from local), ${MEASURES}
       from (${SALES}) s ${BUCKETS} group by 1, 2, 3, 4`,
    `select bucket_days, bucket_start, siteid, week_hour, ${KEPT} from hour_buckets where ${isKept('orders', ...COMMON)}`,
  ],
  product_buckets: [
    `select (${START} - date '1970-01-01') * 1024 + bucket_days, productid, sold_at, ${LINE_MEASURES} from (${LINES}) s ${BUCKETS} group by 1, 2, 3`,
    `select bucket_key, productid, siteid, ${LINES_KEPT} from product_buckets where ${isKept('lines', ...COMMON)}`,
  ],
  vat_daily: [
    `select day, siteid, vat_rate, is_remainder, ${LINE_MEASURES}
       from (
         select day, sold_at as siteid, vat_rate, false as is_remainder, amount, vat, cost, costed_net, quantity from (${LINES}) l
          union all
         select day, siteid, vat_rate, true, rest, rest_vat, 0, 0, 0 from (${SALES}) s where rest <> 0
       ) parts group by 1, 2, 3, 4`,
    `select day, siteid, vat_rate, is_remainder, ${LINES_KEPT} from vat_daily where ${isKept('lines', ...COMMON)}`,
  ],
  sale_sums: [
    `select saleid, sold, cost * 100, costed_net * 100, vat * 100 from (${SALES}) s`,
    `select saleid, units, cost_cents, costed_net_cents, vat_cents from sales where businessid = $1`,
  ],
  stock: [
    `select p.productid, case p.productname when 'Bread' then 100 else 10 end - coalesce(sum(i.quantity) filter (where i.moves_stock), 0)
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
