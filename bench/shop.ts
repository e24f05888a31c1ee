import { Client, type ClientConfig, escapeLiteral } from 'pg'
import { fillStores, type StoresSize } from './stores.ts'

/** The size of the measured shop, but for its sales: a supermarket group. */
export const SHOP = { sites: 20, employees: 100, products: 5_000, linesPerSale: 3 } satisfies StoresSize & {
  linesPerSale: number
}

/** The last day with sales; a year ends with it. */
export const LAST_DAY = '2026-10-31'

const PAYMENT_METHODS = ['card', 'cash', 'eft', 'snapscan']
const CHUNK = 100_000

type Size = {
  businessid: string
  sales: number
  onProgress: (stored: number) => void
}

/**
 * Fills a business with a year of sales by SQL, as the superuser and without triggers: what is measured is how fast the
 * figures are read, and the roll-ups are then made in one go from the rows, by the functions that the triggers use. Every
 * measurement compares its figures with the raw rows, so a roll-up made wrong here cannot pass for a fast one.
 */
export async function fillShop(admin: ClientConfig, { businessid, sales, onProgress }: Size) {
  const db = new Client({ ...admin, statement_timeout: 0 })
  await db.connect()
  try {
    await db.query(`set session_replication_role = replica; set synchronous_commit = off; select setseed(0.42)`)
    await fillStores(db, businessid, SHOP)
    const mine = escapeLiteral(businessid) // no parameters in 'create table as'
    await db.query(
      `create temp table shop as select siteid, row_number() over (order by siteid) - 1 as nth from site where businessid = ${mine};
       create temp table staff as
         select siteid, array_agg(employeeid order by employeeid) as ids
           from employee where businessid = ${mine} and siteid is not null group by siteid;
       create temp table shelf as
         select siteid, array_agg(productid order by productid) as ids, array_agg(price order by productid) as prices,
                array_agg(purchaseprice order by productid) as costs, array_agg(productname order by productid) as names
           from product where businessid = ${mine} group by siteid;
       create temp table sold (saleid bigint, siteid bigint, saledate timestamptz, draw float)`,
    )
    for (let stored = 0; stored < sales; stored += CHUNK) {
      await insertChunk(db, { businessid, first: stored + 1, last: Math.min(stored + CHUNK, sales), sales })
      onProgress(Math.min(stored + CHUNK, sales))
    }
    await db.query(`select setval(pg_get_serial_sequence('sales', 'saleid'), (select max(saleid) from sales))`)
    for (const statement of ROLL_UPS) await db.query(statement, [businessid])
    await db.query('vacuum analyze')
  } finally {
    await db.end()
  }
}

type Chunk = { businessid: string; first: number; last: number; sales: number }

/** Sales first ... last of the year, in the order in which they were made; some sites, people and products sell more than others. */
async function insertChunk(db: Client, { businessid, first, last, sales }: Chunk) {
  await db.query('truncate pg_temp.sold')
  await db.query(
    `insert into sold
     select n, siteid, $3::date - interval '365 days' + interval '1 day' + (n - 1) * (interval '365 days' / $4::float) - interval '2 hours', random()
       from (select n, floor(power(random(), 1.5) * $5)::int as draw from generate_series($1::bigint, $2::bigint) n) made
       join shop on nth = draw`,
    [first, last, LAST_DAY, sales, SHOP.sites],
  )
  await db.query(
    `insert into saleitems (businessid, saleid, line, saledate, productid, quantity, productname, price, purchaseprice)
     select $1, saleid, line, saledate, ids[pick], quantity, names[pick], prices[pick], costs[pick]
       from (select saleid, siteid, saledate, line, 1 + floor(power(random(), 2) * $2)::int as pick,
                    case when random() < 0.02 then -1 else 1 + floor(random() * 3) end as quantity
               from sold cross join generate_series(1, $3::int) line) lines
       join shelf using (siteid)`,
    [businessid, SHOP.products / SHOP.sites, SHOP.linesPerSale],
  )
  await db.query(
    `insert into sales (businessid, saleid, siteid, employeeid, saledate, closetime, finalamount, payment_method, reference)
     overriding system value
     select $1, saleid, siteid, ids[1 + floor(draw * array_length(ids, 1))::int], saledate, saledate + interval '2 minutes', amount,
            ($2::text[])[1 + floor(power(draw, 2) * 4)::int], 'bench-' || saleid
       from sold
       join staff using (siteid)
       join (select saleid, sum(line_total(quantity, price)) as amount from saleitems
              where businessid = $1 and saleid between $3 and $4 group by saleid) total using (saleid)`,
    [businessid, PAYMENT_METHODS, first, last],
  )
}

const DAY = '(saledate at time zone (select timezone from business where id = $1))::date'
const ROLL_UPS = [
  `insert into site_daily (businessid, day, siteid, orders, revenue)
   select businessid, ${DAY}, siteid, count(*), sum(finalamount) from sales where businessid = $1 group by 1, 2, 3`,
  `insert into sales_buckets (businessid, bucket_days, bucket_start, siteid, employeeid, orders, revenue, small_orders, small_revenue)
   select businessid, bucket_days, bucket_start(${DAY}, bucket_days), siteid, employeeid, count(*), sum(finalamount),
          count(*) filter (where finalamount < 100), coalesce(sum(finalamount) filter (where finalamount < 100), 0)
     from sales cross join (values (1), (4), (16), (64), (256)) buckets (bucket_days) where businessid = $1 group by 1, 2, 3, 4, 5`,
  `insert into payment_buckets (businessid, bucket_days, bucket_start, siteid, payment_method, orders)
   select businessid, bucket_days, bucket_start(${DAY}, bucket_days), siteid, normalize_payment_method(payment_method), count(*)
     from sales cross join (values (1), (4), (16), (64), (256)) buckets (bucket_days) where businessid = $1 group by 1, 2, 3, 4, 5`,
  `insert into sales_id_prefixes (businessid, suffix_digits, prefix, day, siteid, employeeid, orders, revenue, small_orders, small_revenue)
   select businessid, suffix_digits, id_prefix(saleid, suffix_digits), ${DAY}, siteid, employeeid, count(*), sum(finalamount),
          count(*) filter (where finalamount < 100), coalesce(sum(finalamount) filter (where finalamount < 100), 0)
     from sales cross join (values (4), (6)) prefixes (suffix_digits) where businessid = $1 group by 1, 2, 3, 4, 5, 6`,
  `insert into product_buckets (businessid, bucket_key, productid, lines, quantity, revenue)
   select businessid, bucket_key(bucket_start(${DAY}, bucket_days), bucket_days), productid, count(*),
          (sum(quantity) * 1000)::bigint, (sum(line_total(quantity, price)) * 100)::bigint
     from saleitems cross join (values (1), (4), (16), (64), (256)) buckets (bucket_days) where businessid = $1 group by 1, 2, 3`,
]
