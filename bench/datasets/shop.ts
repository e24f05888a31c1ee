import type { ClientConfig } from 'pg'
import { escapeLiteral } from 'pg'
import { buildRollUps } from '../../server/doctor/build-roll-ups.ts'
import { connectWithoutTriggers, type Database } from '../lib/database.ts'
import { LAST_DAY } from '../lib/date-ranges.ts'
import { fillSitesAndProducts } from './sites-and-products.ts'
import type { Size } from './size.ts'
import { withoutIndexes } from './without-indexes.ts'

const PAYMENT_METHODS = ['card', 'cash', 'eft', 'snapscan']
const CHUNK = 100_000

type ShopOptions = { businessid: string; size: Size; onProgress: (text: string) => void }

/** Fills a business with a year of sales. Writing sales is measured elsewhere, so this is done the fastest way, without triggers. */
export async function fillShop(superuser: ClientConfig, { businessid, size, onProgress }: ShopOptions) {
  const { sales, shop } = size
  const db = await connectWithoutTriggers(superuser)
  try {
    await setWalSize(db, `'8GB'`)
    await db.query('select setseed(0.42)')
    await fillSitesAndProducts(db, businessid, shop)
    const mine = escapeLiteral(businessid) // 'create table as' takes no parameters
    await db.query(
      `create temp table shop as select siteid, row_number() over (order by siteid) - 1 as nth from site where businessid = ${mine};
       create temp table staff as
         select siteid, array_agg(employeeid order by employeeid) as ids
           from employee where businessid = ${mine} and siteid is not null group by siteid;
       create temp table shelf as
         select siteid, row_number() over (partition by siteid order by productid) as pick, productid, price, purchaseprice, productname, stock
           from product where businessid = ${mine};
       analyze pg_temp.shelf;
       create temp table sold (saleid bigint, siteid bigint, employeeid bigint, saledate timestamptz, draw float)`,
    )
    await withoutIndexes(db, ['sales', 'saleitems', 'stock_movements'], async () => {
      for (let first = 1; first <= sales; first += CHUNK) {
        const last = Math.min(first + CHUNK - 1, sales)
        await insertChunk(db, { businessid, first, last, size })
        onProgress(`filling: ${Math.round((last / sales) * 100)} %`)
      }
    })
    await db.query(`select setval(pg_get_serial_sequence('sales', 'saleid'), (select max(saleid) from sales))`)
    await buildRollUps(db, businessid)
    await db.query('vacuum analyze')
    await setWalSize(db, 'default')
  } finally {
    await db.end()
  }
}

/** Fewer checkpoints write fewer pages twice. */
async function setWalSize(db: Database, size: string) {
  await db.query(`alter system set max_wal_size = ${size}`)
  await db.query('select pg_reload_conf()')
}

type Chunk = { businessid: string; first: number; last: number; size: Size }

/** Sales first ... last of the year, in the order in which they were made. Some sites, employees and products sell more than others. */
async function insertChunk(db: Database, { businessid, first, last, size: { sales, shop } }: Chunk) {
  await db.query('truncate pg_temp.sold')
  await db.query(
    `insert into sold
     select n, siteid, ids[1 + floor(draw * array_length(ids, 1))::int], $3::date - interval '365 days' + interval '1 day' + (n - 1) * (interval '365 days' / $4::float) - interval '2 hours', draw
       from (select n, floor(power(random(), 1.5) * $5)::int as nth, random() as draw from generate_series($1::bigint, $2::bigint) n) made
       join shop using (nth)
       join staff using (siteid)`,
    [first, last, LAST_DAY, sales, shop.sites],
  )
  await db.query(
    `insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, vat_rate)
     select $1, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price, purchaseprice, case when pick % 4 = 0 then '0' else '15' end
       from (select saleid, siteid, employeeid, saledate, line, 1 + floor(power(random(), 2) * $2)::int as pick,
                    case when random() < 0.02 then -1 else 1 + floor(random() * 3) end as quantity
               from sold cross join generate_series(1, $3::int) line) lines
       join shelf using (siteid, pick)
      order by saleid, line`,
    [businessid, shop.products / shop.sites, shop.linesPerSale],
  )
  await db.query(
    `insert into sales (businessid, saleid, siteid, employeeid, saledate, closetime, received_at, finalamount, payment_method, reference,
                        units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate)
     overriding system value
     select $1, saleid, siteid, employeeid, saledate, saledate + interval '2 minutes', saledate + interval '3 minutes', amount,
            ($2::text[])[1 + floor(power(draw, 2) * 4)::int], 'bench-' || saleid, units, cost_cents, costed_net_cents, amount * 100, vat_cents, '15'
       from sold
       join (select saleid, sum(line_total(quantity, price)) as amount, sum(quantity) as units, sum(cost_cents) as cost_cents,
                    sum(costed_net_cents) as costed_net_cents, sum(vat_cents) as vat_cents
               from saleitems
              where businessid = $1 and saleid between $3 and $4 group by saleid) total using (saleid)`,
    [businessid, PAYMENT_METHODS, first, last],
  )
  await db.query(
    // As if what was sold had been delivered just before.
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after, saleid, user_id, moved_at)
     select $1, i.productid, case when i.quantity < 0 then 'refund' else 'sale' end, shelf.stock + i.quantity, shelf.stock, i.saleid, null, i.saledate
       from saleitems i join shelf using (siteid, productid)
      where i.businessid = $1 and i.saleid between $2 and $3
      order by i.saleid, i.line`,
    [businessid, first, last],
  )
}
