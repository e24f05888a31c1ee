import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { fillFigures } from './fill-figures.ts'
import { checkSchema, migrate } from './migrate.ts'
import { createBusiness } from './testing/create-business.ts'
import { findRollUpMismatches } from './testing/find-roll-up-mismatches.ts'
import { emptyDatabase } from './testing/store.ts'

const login = { name: 'winkel' }
const BEFORE = '19-figures-checks'
const UNFILLED = '21-report-roll-ups'

test('fill figures: sales that were stored before are filled in slices, which go on after an interruption', async () => {
  const database = await emptyDatabase()
  onTestFinished(database.drop)
  const { owner } = database
  await migrate({ owner, login, until: BEFORE })
  const ownerPool = new Pool(owner)
  onTestFinished(() => ownerPool.end())
  const shops = [await createBusiness(ownerPool), await createBusiness(ownerPool)]
  for (const shop of shops) await sell(ownerPool, shop)

  await migrate({ owner, login, until: UNFILLED })
  const interrupted = fillFigures(ownerPool, {
    salesPerSlice: 7,
    onProgress: (filled) => {
      if (filled > 20) throw new Error('stopped')
    },
  })
  await expect(interrupted).rejects.toThrow('stopped')
  await expect(checkSchema(ownerPool)).rejects.toThrow()
  const progress: number[][] = []
  await migrate({ owner, login, onFill: (...counts) => progress.push(counts) })

  expect(progress.at(-1)).toEqual([60, 60])
  for (const { businessid } of shops) expect(await findRollUpMismatches({ ownerPool }, businessid)).toEqual({})
  const { rows } = await ownerPool.query(
    `select count(*)::int as different from sales s
      where finalamount_cents <> (select coalesce(sum(amount_cents), s.finalamount_cents) from saleitems i where (i.businessid, i.saleid) = (s.businessid, s.saleid))`,
  )
  expect(rows, 'sales whose lines do not add up to their amounts').toEqual([{ different: 0 }])
})

/** Thirty sales: some with discounts, refunds, lines of nothing, or without lines. */
async function sell(pool: Pool, { businessid, siteid }: { businessid: string; siteid: number }) {
  await pool.query(
    `with worker as (
       insert into employee (businessid, firstname, lastname) values ($1, 'Thandi', 'Nkosi') returning employeeid
     ), shelf as (
       insert into product (businessid, siteid, productname, stock) values ($1, $2, 'Bread', 100) returning productid
     ), sold as (
       insert into sales (businessid, siteid, employeeid, saledate, finalamount, payment_method)
       select $1, $2, employeeid, timestamptz '2026-01-01T08:00Z' + n * interval '31 hours', (n % 5) * 10.01 - 7, 'cash'
         from worker cross join generate_series(1, 30) n
       returning saleid, saledate
     )
     insert into saleitems (businessid, saleid, line, saledate, productid, quantity, productname, price, purchaseprice)
     select $1, saleid, line, saledate, productid, case when saleid % 7 = 0 then 0 else 1.5 - line end, 'Bread', 3.33 * line, 1.2
       from sold cross join shelf cross join generate_series(1, 3) line where saleid % 4 > 0`,
    [businessid, siteid],
  )
}
