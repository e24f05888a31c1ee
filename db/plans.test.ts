import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createBusiness } from './testing/create-business.ts'
import { testStore } from './testing/store.ts'

const store = await testStore()
afterAll(store.close)

const PRODUCTS = 300
/** Each day of a product has a row for its day and one for each longer bucket. */
const ROWS_OF_A_SALE = PRODUCTS * 5

// PostgreSQL knows that the table is empty after an ANALYZE. Without one it expects ten pages of rows.
test('plans: a connection that began with empty tables reads no more of the roll-ups than it changes', async () => {
  const { businessid, siteid, employeeid } = await createBusiness(store.ownerPool)
  const client = new Client({ ...store.admin })
  await client.connect()
  try {
    await client.query('analyze product_buckets')
    await client.query(`set plan_cache_mode = force_generic_plan; set app.business_id = '${businessid}'`)
    await client.query(
      `insert into product (businessid, siteid, productname, price) select $1, $2, 'Product ' || n, 1 from generate_series(1, $3::integer) n`,
      [businessid, siteid, PRODUCTS],
    )
    const sell = (day: number) =>
      client.query(
        `with sale as (
           insert into sales (businessid, siteid, employeeid, saledate, finalamount)
           values ($1, $2, $3, '2026-01-01T10:00Z'::timestamptz + make_interval(days => $4), $5) returning saleid, saledate
         )
         insert into saleitems (businessid, saleid, line, saledate, siteid, employeeid, productid, quantity, productname, price)
         select $1, saleid, row_number() over (), saledate, $2, $3, productid, 1, productname, price
           from sale, product where businessid = $1`,
        [businessid, siteid, employeeid, day, PRODUCTS],
      )
    const countReads = async () => {
      await client.query('select pg_stat_force_next_flush()')
      const { rows } = await client.query(
        `select idx_tup_read::integer as reads from pg_stat_user_indexes where indexrelname = 'product_buckets_pkey'`,
      )
      return Number(rows[0]?.reads)
    }
    let day = 0
    while (day < 40) await sell(day++)
    const readsOfSale = async () => {
      const before = await countReads()
      await sell(day++)
      return (await countReads()) - before
    }
    // While autovacuum analyzes a table, old versions of the rows are read too.
    await expect.poll(readsOfSale).toBeLessThan(2 * ROWS_OF_A_SALE)
  } finally {
    await client.end()
  }
})
