import type { Database } from '../lib/database.ts'

const DAY = '(saledate at time zone (select timezone from business where id = $1))::date'
const SMALL = 'count(*) filter (where finalamount < 100), coalesce(sum(finalamount) filter (where finalamount < 100), 0)'
const BUCKETS = '(values (1), (4), (16), (64), (256)) buckets (bucket_days)'
const MEASURES = 'orders, revenue, refunds, refunded, units, vat_cents, cost_cents'
const SUMS =
  'count(*), sum(finalamount), count(*) filter (where finalamount < 0), coalesce(sum(finalamount) filter (where finalamount < 0), 0), sum(units), sum(vat_cents), sum(cost_cents)'
const LINE_MEASURES = 'lines, quantity, amount_cents, vat_cents, cost_cents, refunds, refunded_cents'
const LINE_SUMS = `count(*), (sum(quantity) * 1000)::bigint, sum(amount_cents), sum(vat_cents), sum(cost_cents),
  count(*) filter (where amount_cents < 0), coalesce(sum(amount_cents) filter (where amount_cents < 0), 0)`
const BUCKET_START = `bucket_start(${DAY}, bucket_days)`

const STATEMENTS = [
  `insert into site_daily (businessid, day, siteid, ${MEASURES})
   select businessid, ${DAY}, siteid, ${SUMS} from sales where businessid = $1 group by 1, 2, 3`,
  `insert into sales_buckets (businessid, bucket_days, bucket_start, siteid, employeeid, ${MEASURES}, small_orders, small_revenue)
   select businessid, bucket_days, ${BUCKET_START}, siteid, employeeid, ${SUMS}, ${SMALL}
     from sales cross join ${BUCKETS} where businessid = $1 group by 1, 2, 3, 4, 5`,
  `insert into payment_buckets (businessid, bucket_days, bucket_start, siteid, payment_method, ${MEASURES})
   select businessid, bucket_days, ${BUCKET_START}, siteid, normalized_payment_method, ${SUMS}
     from sales cross join ${BUCKETS} where businessid = $1 group by 1, 2, 3, 4, 5`,
  `insert into hour_buckets (businessid, bucket_days, bucket_start, siteid, week_hour, ${MEASURES})
   select businessid, bucket_days, ${BUCKET_START}, siteid,
          week_hour(saledate at time zone (select timezone from business where id = $1)), ${SUMS}
     from sales cross join ${BUCKETS} where businessid = $1 group by 1, 2, 3, 4, 5`,
  `insert into vat_daily (businessid, day, siteid, vat_rate, is_remainder, ${LINE_MEASURES})
   select businessid, ${DAY}, siteid, vat_rate, false, ${LINE_SUMS} from saleitems where businessid = $1 group by 1, 2, 3, 4`,
  `insert into sales_id_prefixes (businessid, suffix_digits, prefix, day, siteid, employeeid, orders, revenue, small_orders, small_revenue)
   select businessid, suffix_digits, id_prefix(saleid, suffix_digits), ${DAY}, siteid, employeeid, count(*), sum(finalamount), ${SMALL}
     from sales cross join (values (4), (6)) prefixes (suffix_digits) where businessid = $1 group by 1, 2, 3, 4, 5, 6`,
  `insert into product_buckets (businessid, bucket_key, productid, siteid, ${LINE_MEASURES}, revenue)
   select businessid, bucket_key(${BUCKET_START}, bucket_days), productid, siteid, ${LINE_SUMS}, (sum(line_total(quantity, price)) * 100)::bigint
     from saleitems cross join ${BUCKETS} where businessid = $1 group by 1, 2, 3, 4`,
]

/**
 * The roll-ups of a business whose sales were written without triggers, each in one statement instead of sale by sale. Every
 * measurement compares its answer with the rows, so a roll-up that is wrong here ends the run.
 */
export async function fillRollUps(db: Database, businessid: string) {
  for (const statement of STATEMENTS) await db.query(statement, [businessid])
}
