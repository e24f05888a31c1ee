import type { Pool, PoolClient } from 'pg'

// What 20-vat.sql and 21-report-roll-ups.sql add to sales that were stored before: the site and employee of each line, its part of
// what the amount of its sale differs from its lines, the sums of each sale, and every roll-up. A database of any size is filled in
// slices, each in a transaction of its own, and goes on where it stopped. No server runs on the database: it has an older schema.

const PROGRESS = 'winkel_migrations.filled_figures'

/** Called after each slice with the sales of all businesses, filled so far and in all. */
export type FillProgress = (filled: number, total: number) => void

type FillOptions = { salesPerSlice?: number; onProgress?: FillProgress }

export async function fillFigures(pool: Pool, { salesPerSlice = 5_000, onProgress = () => undefined }: FillOptions = {}) {
  const client = await pool.connect()
  try {
    await client.query(
      `create table if not exists ${PROGRESS} (businessid uuid primary key, saleid bigint not null, sales bigint not null)`,
    )
    await createStaging(client)
    const { rows } = await client.query(`
      select b.id as businessid, coalesce(f.saleid, 0)::text as saleid, coalesce(f.sales, 0)::float as filled,
             (select count(*)::float from sales s where s.businessid = b.id) as total
        from business b left join ${PROGRESS} f on f.businessid = b.id order by b.id`)
    const total = rows.reduce((sum, row) => sum + row.total, 0)
    let filled = rows.reduce((sum, row) => sum + row.filled, 0)
    for (const { businessid, saleid } of rows) {
      for (let after: string | undefined = saleid; after !== undefined; ) {
        const slice = await fillSlice(client, { businessid, after, sales: salesPerSlice })
        after = slice.last
        filled += slice.sales
        if (slice.sales > 0) onProgress(filled, total)
      }
    }
  } finally {
    client.release(true)
  }
}

/** Tables with the triggers of the roll-ups, so that what is copied into them is rolled up as a new sale is. */
const createStaging = (client: PoolClient) =>
  client.query(`
    create temporary table staged_sales as select * from sales with no data;
    create temporary table staged_items as select * from saleitems with no data;
    create trigger roll_up after insert on staged_sales
      referencing new table as changed for each statement execute function roll_up_sales('1');
    create trigger roll_up after insert on staged_items
      referencing new table as changed for each statement execute function roll_up_items('1')`)

/** Fills the next sales of a business. `last` is undefined when there are none. */
async function fillSlice(
  client: PoolClient,
  { businessid, after, sales: limit }: { businessid: string; after: string; sales: number },
) {
  await client.query('begin')
  try {
    const { rows } = await client.query(
      `select count(*)::int as sales, max(saleid)::text as last
         from (select saleid from sales where businessid = $1 and saleid > $2 order by saleid limit $3) slice`,
      [businessid, after, limit],
    )
    const { sales, last } = rows[0]
    if (sales > 0) {
      await client.query('alter table sales disable trigger user; alter table saleitems disable trigger user')
      for (const statement of STATEMENTS) await client.query(statement, [businessid, after, last])
      await client.query('truncate staged_sales, staged_items')
      await client.query('alter table sales enable trigger user; alter table saleitems enable trigger user')
      await client.query(
        `insert into ${PROGRESS} as kept values ($1, $2, $3)
         on conflict (businessid) do update set saleid = excluded.saleid, sales = kept.sales + excluded.sales`,
        [businessid, last, sales],
      )
    }
    await client.query('commit')
    return { sales: sales as number, last: (last ?? undefined) as string | undefined }
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

const IN_SLICE = 'businessid = $1 and saleid > $2 and saleid <= $3'
const STATEMENTS = [
  // As a new sale is stored in store-sales.ts.
  `update saleitems i
      set siteid = spread.siteid, employeeid = spread.employeeid, adjustment = spread.adjustment
     from (
       select businessid, saleid, line, siteid, employeeid,
              spread_amount(difference, weight, whole)
                - coalesce(lag(spread_amount(difference, weight, whole)) over (partition by saleid order by line), 0) as adjustment
         from (
           select businessid, saleid, line, s.siteid, s.employeeid,
                  s.finalamount - sum(total) over sale as difference,
                  sum(abs(total)) over (sale order by line) as weight, sum(abs(total)) over sale as whole
             from (select businessid, saleid, line, line_total(quantity, price) as total from saleitems where ${IN_SLICE}) lines
             join sales s using (businessid, saleid)
           window sale as (partition by saleid)
         ) weighed
     ) spread
    where (i.businessid, i.saleid, i.line) = (spread.businessid, spread.saleid, spread.line)`,
  `update sales s
      set units = lines.units, cost_cents = lines.cost_cents, itemised_cents = lines.amount_cents, itemised_vat_cents = lines.vat_cents
     from (
       select saleid, sum(quantity) as units, sum(cost_cents) as cost_cents, sum(amount_cents) as amount_cents, sum(vat_cents) as vat_cents
         from saleitems where ${IN_SLICE} group by saleid
     ) lines
    where s.businessid = $1 and s.saleid = lines.saleid`,
  `insert into staged_sales select * from sales where ${IN_SLICE}`,
  `insert into staged_items select * from saleitems where ${IN_SLICE}`,
]
