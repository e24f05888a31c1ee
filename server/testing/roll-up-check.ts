import type { Pool } from 'pg'

const DAY = `(s.saledate at time zone b.timezone)::date`
const SALES = `sales s join business b on b.id = s.businessid`
const BUCKETS = `cross join unnest(array[1, 4, 16, 64, 256]::smallint[]) bucket_days`

const SMALL = `count(*) filter (where finalamount < 100), coalesce(sum(finalamount) filter (where finalamount < 100), 0)`

/** What is kept beside the sales, and the same worked out from the sales themselves. */
const PAIRS = {
  site_daily: [
    `select day, siteid, orders, revenue from site_daily where businessid = $1 and orders <> 0`,
    `select ${DAY}, siteid, count(*), sum(finalamount) from ${SALES} where s.businessid = $1 group by 1, 2`,
  ],
  sales_buckets: [
    `select bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue from sales_buckets where businessid = $1 and orders <> 0`,
    `select bucket_days, bucket_start(${DAY}, bucket_days), siteid, employeeid, count(*), sum(finalamount), ${SMALL} from ${SALES} ${BUCKETS}
      where s.businessid = $1 group by 1, 2, 3, 4`,
  ],
  sales_id_prefixes: [
    `select suffix_digits, prefix, day, siteid, employeeid, orders, revenue, small_orders, small_revenue from sales_id_prefixes where businessid = $1 and orders <> 0`,
    `select suffix_digits, saleid / (10 ^ suffix_digits)::bigint, ${DAY}, siteid, employeeid, count(*), sum(finalamount), ${SMALL} from ${SALES}
       cross join unnest(array[4, 6]::smallint[]) suffix_digits where s.businessid = $1 group by 1, 2, 3, 4, 5`,
  ],
  payment_buckets: [
    `select bucket_days, bucket_start, siteid, payment_method, orders, revenue from payment_buckets where businessid = $1 and orders <> 0`,
    `select bucket_days, bucket_start(${DAY}, bucket_days), siteid, normalize_payment_method(payment_method), count(*), sum(finalamount) from ${SALES} ${BUCKETS}
      where s.businessid = $1 group by 1, 2, 3, 4`,
  ],
  product_buckets: [
    `select bucket_key, productid, lines, quantity / 1000.0, revenue / 100.0 from product_buckets where businessid = $1 and lines <> 0`,
    `select bucket_key(bucket_start(${DAY}, bucket_days), bucket_days), productid, count(*), sum(quantity), sum(line_total(quantity, price))
       from saleitems s join business b on b.id = s.businessid ${BUCKETS} where s.businessid = $1 group by 1, 2`,
  ],
  'stock, from before its first movement': [
    `select productid, stock from product where businessid = $1 and productid in (select productid from saleitems where moves_stock)`,
    `select productid, (select stock_before from stock_movements m where (m.businessid, m.productid) = (s.businessid, s.productid)
                         order by movementid limit 1) - sum(quantity)
            + (select coalesce(sum(stock_after - stock_before), 0) from stock_movements m
                where (m.businessid, m.productid) = (s.businessid, s.productid) and saleid is null)
       from saleitems s where businessid = $1 and moves_stock group by businessid, productid`,
  ],
  'stock after the last movement': [
    `select productid, stock from product where businessid = $1 and productid in (select productid from stock_movements)`,
    `select distinct on (productid) productid, stock_after from stock_movements where businessid = $1 order by productid, movementid desc`,
  ],
  movements: [
    `select saleid, productid, sum(stock_before - stock_after) from stock_movements where businessid = $1 and saleid is not null
      group by 1, 2 having sum(stock_before - stock_after) <> 0`,
    `select saleid, productid, sum(quantity) from saleitems where businessid = $1 and moves_stock group by 1, 2 having sum(quantity) <> 0`,
  ],
} as const

/** Every place where the roll-ups and the stock of a business say something else than its sales: none, when all is right. */
export async function findMismatches(ownerPool: Pick<Pool, 'query'>, businessid: string) {
  const wrong: Record<string, unknown[]> = {}
  for (const [name, [kept, raw]] of Object.entries(PAIRS)) {
    const { rows } = await ownerPool.query(
      `with kept as (${kept}), raw as (${raw})
       (select 'kept' as side, * from kept except select 'kept', * from raw) union all (select 'raw', * from raw except select 'raw', * from kept)`,
      [businessid],
    )
    if (rows.length > 0) wrong[name] = rows
  }
  return wrong
}
