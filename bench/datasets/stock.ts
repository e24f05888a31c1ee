import type { Database } from '../lib/database.ts'
import { LAST_DAY, TIMEZONE } from '../lib/date-ranges.ts'
import { fillSitesAndProducts } from './sites-and-products.ts'
import type { BusinessSize, StockSize } from './size.ts'

const REASONS = ['Damaged', 'Stolen', 'Expired', 'Own use', 'Found']

/**
 * A business whose stock moved all through a year, with documents that lost and found some of it, by SQL and without triggers. The stock of a
 * product goes up by one with each movement. Every fourth document is a count. Some products have no purchase price.
 */
export async function fillStock(db: Database, businessid: string, size: BusinessSize & StockSize) {
  const { movements, documents, linesPerDocument } = size
  const end = `('${LAST_DAY}'::date + 1)::timestamp at time zone '${TIMEZONE}'`
  await db.query('select setseed(0.42)')
  await fillSitesAndProducts(db, businessid, size)
  await db.query(
    `update product set created_at = ${end} - interval '400 days', stock = $2, purchaseprice = case when productid % 17 = 0 then 0 else purchaseprice end
      where businessid = $1`,
    [businessid, movements],
  )
  await db.query(
    `insert into stock_movements (businessid, productid, reason, stock_before, stock_after, user_id, moved_at)
     select $1, productid, 'edit', step - 1, step, null, ${end} - interval '365 days' * (1 - step / ($2::float + 1)) + nth * interval '1 second'
       from generate_series(1, $2::int) step
      cross join (select productid, row_number() over (order by random()) as nth from product where businessid = $1) moved
      order by step, nth`,
    [businessid, movements],
  )
  await db.query(
    `insert into stock_documents (businessid, kind, number, state, siteid, created_at, user_id)
     select $1, case when n % 4 = 0 then 'count' else 'adjustment' end, n, case when n % 4 = 0 then 'approved' else 'booked' end, siteid,
            ${end} - interval '364 days' * (n / ($2::float + 1)), (select user_id from employee where businessid = $1 and user_id is not null)
       from generate_series(1, $2::int) n
       join (select siteid, row_number() over (order by siteid) - 1 as nth from site where businessid = $1) shop on nth = n % $3::int`,
    [businessid, documents, size.sites],
  )
  await db.query(
    `insert into stock_document_events (businessid, documentid, event, user_id, happened_at)
     select businessid, documentid, event, user_id, created_at
       from stock_documents cross join unnest(array['created', case kind when 'count' then 'approved' else 'booked' end]) event
      where businessid = $1`,
    [businessid],
  )
  await db.query(
    `insert into stock_document_lines (businessid, documentid, productid, position, quantity, reason, purchaseprice)
     select $1, documentid, productid, nth, case when (documentid + nth) % 5 = 0 then 2 else -1 - nth % 3 end, ($3::text[])[1 + documentid % 5],
            nullif(purchaseprice, 0)
       from stock_documents
       join (select siteid, productid, purchaseprice, row_number() over (partition by siteid order by productid) as nth,
                    count(*) over (partition by siteid) as all_products
               from product where businessid = $1) shelf using (siteid)
      where businessid = $1 and (nth + documentid * 13) % all_products < $2`,
    [businessid, linesPerDocument, REASONS],
  )
  await db.query('vacuum analyze')
}
