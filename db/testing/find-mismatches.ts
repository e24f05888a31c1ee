import type { Pool } from 'pg'
import { SELECT_DOCUMENT_MOVEMENTS, SELECT_DOCUMENT_MOVES } from '../document-moves.ts'
import { createQuery, selectDifferences } from '../roll-ups/roll-ups.ts'
import { findSlices } from '../roll-ups/slices.ts'

/** What is kept of sales, stock and its documents, and the same worked out from their lines. */
const PAIRS = {
  'sums of sales': [
    `select saleid, units, cost_cents, costed_net_cents, itemised_cents, itemised_vat_cents from sales where businessid = $1`,
    `select s.saleid, coalesce(sum(quantity) filter (where productid is not null), 0), coalesce(sum(i.cost_cents), 0), coalesce(sum(i.costed_net_cents), 0),
            coalesce(sum(amount_cents), 0), coalesce(sum(i.vat_cents), 0)
       from sales s left join saleitems i using (businessid, saleid) where businessid = $1 group by businessid, s.saleid`,
  ],
  'stock, from before its first movement': [
    `select productid, stock from product where businessid = $1 and productid in (select productid from saleitems where moves_stock)`,
    // A product of lines without a quantity has no movement.
    `select productid, coalesce((select stock_before from stock_movements m where (m.businessid, m.productid) = (s.businessid, s.productid)
                                  order by movementid limit 1),
                                (select stock from product p where (p.businessid, p.productid) = (s.businessid, s.productid))) - sum(quantity)
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
  'movements of documents': [SELECT_DOCUMENT_MOVES, SELECT_DOCUMENT_MOVEMENTS],
} as const

/** Every place where the roll-ups and the stock of a business differ from its sales: none, when all is right. */
export async function findMismatches(ownerPool: Pick<Pool, 'query'>, businessid: string) {
  const wrong: Record<string, unknown[]> = {}
  const query = createQuery(ownerPool)
  for await (const { rollUp, bounds } of findSlices(query, businessid)) {
    const rows = await query(selectDifferences(rollUp), bounds)
    if (rows.length > 0) wrong[rollUp.table] = [...(wrong[rollUp.table] ?? []), ...rows]
  }
  for (const [name, [kept, expected]] of Object.entries(PAIRS)) {
    const { rows } = await ownerPool.query(
      `with kept as (${kept}), expected as (${expected})
       (select 'kept' as side, * from kept except select 'kept', * from expected) union all (select 'expected', * from expected except select 'expected', * from kept)`,
      [businessid],
    )
    if (rows.length > 0) wrong[name] = rows
  }
  return wrong
}
