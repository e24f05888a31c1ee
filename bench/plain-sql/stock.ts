import type { Database } from '../lib/database.ts'
import { type DateRange, TIMEZONE } from '../lib/date-ranges.ts'

/** The stock of each site at the end of a day, over the movements until then. */
export async function sumStock(db: Database, businessid: string, day: string) {
  const { rows } = await db.query(
    `select siteid, count(*) as products, sum(stock_after) as units, sum(round(stock_after * nullif(purchaseprice, 0), 2)) as cost,
            sum(round(stock_after * price, 2)) as value, count(*) filter (where purchaseprice = 0) as unknown_costs
       from (select distinct on (productid) productid, stock_after
               from stock_movements
              where businessid = $1 and moved_at < ($2::date + 1)::timestamp at time zone '${TIMEZONE}'
              order by productid, movementid desc) moved
       join product using (productid)
       join site using (businessid, siteid)
      where businessid = $1 and stock_after > 0
      group by siteid, sitename
      order by sitename, siteid`,
    [businessid, day],
  )
  return rows
}

/** What each site lost and found in a range, by reason, over the lines of all documents. */
export async function sumShrinkage(db: Database, businessid: string, { from, to }: DateRange) {
  const { rows } = await db.query(
    `select * from (
       select siteid, sitename, kind, case kind when 'count' then '' else reason end as reason, count(*) as lines,
              -coalesce(sum(quantity) filter (where quantity < 0), 0) as lost,
              coalesce(sum(quantity) filter (where quantity > 0), 0) as found,
              -coalesce(sum(round(quantity * purchaseprice, 2)) filter (where quantity < 0), 0) as lost_cost,
              coalesce(sum(round(quantity * purchaseprice, 2)) filter (where quantity > 0), 0) as found_cost,
              count(*) filter (where purchaseprice is null) as unknown_costs
         from stock_document_events
         join stock_documents using (businessid, documentid)
         join stock_document_lines using (businessid, documentid)
         join site using (businessid, siteid)
        where businessid = $1 and event in ('booked', 'approved')
          and happened_at >= $2::date::timestamp at time zone '${TIMEZONE}'
          and happened_at < ($3::date + 1)::timestamp at time zone '${TIMEZONE}'
        group by siteid, sitename, kind, 4) summed
      order by sitename, siteid, lost_cost - found_cost desc, kind, reason`,
    [businessid, from, to],
  )
  return rows
}
