import { randomBytes, randomUUID } from 'node:crypto'
import { createOwner, deleteBusiness } from '../datasets/businesses.ts'
import { fillSitesAndProducts } from '../datasets/sites-and-products.ts'
import { assertSame } from '../lib/assert-same.ts'
import { connectWithoutTriggers, type Database } from '../lib/database.ts'
import { copyEntries, enterScanned, listCountLines } from '../plain-sql/counts.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

/** The share of the movements that are sales while people count. */
const SOLD_WHILE_COUNTED = 0.1

/** A count of all products of a site, half of them counted at two places. The business is deleted afterwards. */
export async function measureCounts({ server, db, size, timer, report }: BenchContext) {
  const { products, movements } = size.count
  const { businessid, owner } = await createOwner(server, `${randomBytes(4).toString('hex')}@karoopantry.co.za`)
  try {
    const filling = await connectWithoutTriggers(server.superuser)
    await fillSitesAndProducts(filling, businessid, { sites: 1, employees: 1, products })
    const { siteid, barcode } = await readProduct(filling, businessid)
    await insertMovements(filling, businessid, Math.round(movements * (1 - SOLD_WHILE_COUNTED)))
    const { documentid } = await owner.post('/api/v1/stock/counts', { siteid, scope: { of: 'all' } })
    await insertEntries(filling, businessid, documentid)
    await insertSales(filling, businessid, Math.round(movements * SOLD_WHILE_COUNTED))
    await filling.query('vacuum analyze')
    await copyEntries(filling, businessid, documentid)
    await filling.end()

    const lines = `/api/v1/stock/counts/${documentid}/lines`
    const name = `a count of ${products.toLocaleString('en')} products`
    assertSame(name, await owner.json(lines), await listCountLines(db, businessid, documentid))
    const opened = await timer.compareTimes({
      ours: () => owner.fetch(lines),
      baseline: () => listCountLines(db, businessid, documentid),
    })
    report.addTiming(`${name}: first page with its sums`, opened.ours, {
      baseline: fromTiming('one pass over the movements since it began', opened.baseline),
      goal: GOALS.countLines,
    })

    const scan = async () => {
      const entries = [{ barcode, quantity: 1, request_id: randomUUID() }]
      const [result] = await owner.post(`/api/v1/stock/counts/${documentid}/entries`, { entries })
      return { barcode, counted: result.counted }
    }
    const scanPlainly = () => enterScanned(db, { businessid, documentid, siteid, barcode, request_id: randomUUID() })
    assertSame(`${name}: a scan`, await scan(), await scanPlainly())
    const scanned = await timer.compareTimes({ ours: scan, baseline: scanPlainly })
    report.addTiming(`${name}: a scan`, scanned.ours, {
      baseline: fromTiming('an insert, a sum and a commit', scanned.baseline),
      goal: GOALS.countEntry,
    })
  } finally {
    await deleteBusiness(server, businessid)
    await db.query('drop table if exists baseline.count_entries')
  }
}

/** One that the count has, and that has entries. */
async function readProduct(db: Database, businessid: string) {
  const { rows } = await db.query<{ siteid: number; barcode: string }>(
    'select siteid, barcode from product where businessid = $1 and productid % 2 = 0 order by productid limit 1',
    [businessid],
  )
  if (!rows[0]) throw new Error('the business has no product')
  return rows[0]
}

/** Stock that people changed in the last year. */
const insertMovements = (db: Database, businessid: string, movements: number) =>
  db.query(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after, moved_at)
     select $1, ids[1 + n % array_length(ids, 1)], 'edit', 10, 9, now() - interval '1 day' - n * interval '1 minute'
       from generate_series(1, $2::int) n, (select array_agg(productid) as ids from product where businessid = $1) p`,
    [businessid, movements],
  )

/** Each second product was counted at two places, an hour apart. */
async function insertEntries(db: Database, businessid: string, documentid: number) {
  await db.query(`update stock_documents set created_at = now() - interval '4 hours' where businessid = $1 and documentid = $2`, [
    businessid,
    documentid,
  ])
  await db.query(
    `insert into count_entries (businessid, documentid, productid, quantity, counted_at, user_id, request_id)
     select $1, $2, productid, 5, now() - place * interval '1 hour' - (productid % 3000) * interval '1 second', user_id, gen_random_uuid()
       from product
       join lateral (select user_id from stock_document_events where businessid = $1 and documentid = $2 limit 1) person on true
      cross join generate_series(1, 2) place
      where businessid = $1 and productid % 2 = 0`,
    [businessid, documentid],
  )
}

/** One product each, sold over the hours of the count. */
async function insertSales(db: Database, businessid: string, sales: number) {
  const { rows } = await db.query<{ last: number }>('select coalesce(max(saleid), 0) as last from sales')
  const last = rows[0]?.last ?? 0
  await db.query(
    `insert into sales (businessid, saleid, siteid, employeeid, saledate, closetime, finalamount, payment_method, reference,
                        units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents, vat_rate)
     overriding system value
     select $1, $2::bigint + n, siteid, employeeid, sold_at, sold_at, 0, 'card', 'count-' || n, 1, 0, 0, 0, 0, '15'
       from generate_series(1, $3::int) n
       join employee on businessid = $1 and siteid is not null
      cross join lateral (select now() - (n::float / $3) * interval '3 hours' as sold_at) sold`,
    [businessid, last, sales],
  )
  await db.query(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after, saleid, moved_at)
     select $1, ids[1 + saleid % array_length(ids, 1)], 'sale', 10, 9, saleid, saledate + interval '1 second'
       from sales, (select array_agg(productid) as ids from product where businessid = $1) p
      where businessid = $1 order by saledate`,
    [businessid],
  )
}
