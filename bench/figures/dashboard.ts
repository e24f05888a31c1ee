import type { Figures } from '../../contract/dashboard.ts'
import { createTenantScopes } from '../../db/tenant-scope.ts'
import { findFigures } from '../../server/features/dashboard/queries.ts'
import { at, type Bench, MONTH, YEAR } from '../bench.ts'
import { GOALS } from '../goals.ts'
import { measure, timeOf } from '../measure.ts'
import { rawFigures } from '../plain/dashboard.ts'
import { sumInJavaScript } from '../plain/in-javascript.ts'
import { earlierFigure } from '../report.ts'

const SMALLER = 1_000_000
const RANGES = { '30 days': MONTH, 'a year': YEAR }

export async function measureDashboard({ shop, db, store, sales, report }: Bench) {
  const scopes = createTenantScopes(store.pool)
  for (const [name, range] of Object.entries(RANGES)) {
    const inServer = () => scopes.asTenant(shop.user_id, (scope) => findFigures(scope, range))
    expectSame(await inServer(), await rawFigures(db, shop.businessid, range))
    const rows = await measure(3, () => rawFigures(db, shop.businessid, range))
    const plain = { way: 'plain SQL over the rows', value: rows.median }
    const inJavaScript = await timeOf(() => sumInJavaScript(db, shop.businessid, range))

    report.times(`dashboard, ${name}, in the server`, await measure(100, inServer), { plain })
    const address = at('/api/v1/dashboard/figures', range)
    const overHttp = await measure(200, () => shop.owner.fetch(address))
    report.times(`dashboard, ${name}, over HTTP`, overHttp, { plain, goal: GOALS.dashboard })
    report.value(`dashboard, ${name}, plain: all rows summed in JavaScript`, inJavaScript / 1000, 's')

    const smaller = sales > SMALLER ? await earlierFigure(SMALLER, `dashboard, ${name}, over HTTP`) : undefined
    if (smaller && 'p95' in smaller)
      report.value(`dashboard, ${name}, against 1,000,000 sales`, overHttp.median / smaller.median, 'times', {
        goal: GOALS.dashboardTenfold,
      })
  }
}

/** A roll-up that is wrong is not fast: the run ends here. */
function expectSame(ours: Figures, raw: Awaited<ReturnType<typeof rawFigures>>) {
  for (const [name, value] of Object.entries(raw)) {
    const same = JSON.stringify(typeof value === 'string' ? Number(value) : value)
    if (JSON.stringify(ours[name as keyof Figures]) !== same)
      throw new Error(`'${name}' of ${ours.from} to ${ours.to} differs from the rows`)
  }
}
