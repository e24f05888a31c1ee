import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SalesFilter } from '../../contract/sales.ts'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { createBusiness } from '../../db/testing/create-business.ts'
import { testStore } from '../../db/testing/store.ts'
import { findFigures } from '../features/dashboard/figures.ts'
import { sumSales } from '../features/sales/counts.ts'
import { parseSearch } from '../features/sales/search.ts'

const store = await testStore()
afterAll(store.close)
const scopes = createTenantScopes(store.pool)

test('dashboard and sales: days are those of the business, not of the time zone of the connection', async () => {
  const { businessid, user_id, siteid, employeeid } = await createBusiness(store.ownerPool)
  const days = ['2026-04-23', '2026-04-24', '2026-04-25', '2026-11-20']
  await store.ownerPool.query(
    `insert into sales (businessid, siteid, employeeid, saledate, finalamount)
     select $1, $2, $3, (day || 'T10:00:00Z')::timestamptz, 10 from unnest($4::text[]) as days (day)`,
    [businessid, siteid, employeeid, days],
  )
  const range = { from: '2026-04-20', to: '2026-11-21' }
  const [figures, sales] = await scopes.asTenant(user_id, async (scope) => {
    // Cairo has no midnight on the first day of summer time.
    await sql`select set_config('timezone', 'Africa/Cairo', true)`.execute(scope)
    const everywhere = { ...range, sites: [], employees: [] }
    const search = await parseSearch(scope, SalesFilter.parse(everywhere))
    return [await findFigures(scope, { ...everywhere, compare: 'off' }), await sumSales(scope, search, { compare: 'off' })]
  })
  for (const { revenue, orders, daily } of [figures, sales]) {
    expect({ revenue, orders }).toEqual({ revenue: 40, orders: 4 })
    expect(daily).toHaveLength(216)
    expect(daily.filter((figure) => figure.revenue > 0).map(({ day }) => day)).toEqual(days)
  }
})
