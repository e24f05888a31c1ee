import type { Database } from '../lib/database.ts'

const LINES_PER_PAGE = 50

/** What was counted of each product, and the stock at the time of its last entry, in one pass over the movements since the count began. */
export async function listCountLines(db: Database, businessid: string, documentid: number) {
  const line = `
    with entered as (
      select productid, sum(quantity) as counted, max(counted_at) as counted_at, count(*) as entries
        from count_entries where businessid = $1 and documentid = $2 group by productid
    ), moved as (
      select m.productid, sum(m.stock_after - m.stock_before) as quantity
        from stock_movements m
        join entered using (productid)
        left join sales s on s.businessid = m.businessid and s.saleid = m.saleid
       where m.businessid = $1 and m.movementid > (select counted_from from stock_documents where businessid = $1 and documentid = $2)
         and m.moved_at > entered.counted_at and coalesce(s.saledate, m.moved_at) > entered.counted_at
       group by m.productid
    ), line as (
      select l.productid, p.productname, l.position, entered.counted, coalesce(entered.entries, 0) as entries,
             entered.counted - p.stock + coalesce(moved.quantity, 0) as difference, p.stock - coalesce(moved.quantity, 0) as stock
        from stock_document_lines l
        join product p using (businessid, productid)
        left join entered using (productid)
        left join moved using (productid)
       where l.businessid = $1 and l.documentid = $2
    )`
  const parameters = [businessid, documentid]
  const sums = await db.query(
    `${line} select count(*)::integer as lines, count(counted)::integer as counted, sum(entries)::integer as entries,
                    json_build_object('lines', count(*) filter (where difference <> 0),
                                      'over', coalesce(sum(difference) filter (where difference > 0), 0),
                                      'short', coalesce(sum(difference) filter (where difference < 0), 0)) as differences from line`,
    parameters,
  )
  const page = await db.query(
    `${line} select productid, productname, counted, case when counted is not null then stock end as expected, difference
               from line order by productname, position limit ${LINES_PER_PAGE}`,
    parameters,
  )
  return { rows: page.rows, summary: sums.rows[0] }
}

/** A table for the entries of the baseline, with those that the count has. */
export async function copyEntries(db: Database, businessid: string, documentid: number) {
  await db.query(
    `create table if not exists baseline.count_entries (
       businessid uuid, documentid bigint, productid bigint, quantity numeric(12, 3), counted_at timestamptz, request_id uuid,
       unique (businessid, request_id)
     );
     create index if not exists count_entries__line on baseline.count_entries (businessid, documentid, productid);
     truncate baseline.count_entries`,
  )
  await db.query(
    `insert into baseline.count_entries
     select businessid, documentid, productid, quantity, counted_at, request_id from count_entries
      where businessid = $1 and documentid = $2`,
    [businessid, documentid],
  )
}

type Scanned = { businessid: string; documentid: number; siteid: number; barcode: string; request_id: string }

/** One entry of one unit, and what was counted of the product in all. */
export async function enterScanned(db: Database, { businessid, documentid, siteid, barcode, request_id }: Scanned) {
  const { rows } = await db.query(
    `insert into baseline.count_entries
     select $1, $2, productid, 1, now(), $5 from product where businessid = $1 and siteid = $3 and barcode = $4
     on conflict do nothing returning productid`,
    [businessid, documentid, siteid, barcode, request_id],
  )
  const sum = await db.query(
    'select sum(quantity) as counted from baseline.count_entries where businessid = $1 and documentid = $2 and productid = $3',
    [businessid, documentid, rows[0]?.productid],
  )
  return { barcode, counted: sum.rows[0].counted }
}
