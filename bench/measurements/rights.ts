import { randomUUID } from 'node:crypto'
import type { Business } from '../datasets/businesses.ts'
import { assertSame } from '../lib/assert-same.ts'
import { MONTH } from '../lib/date-ranges.ts'
import { buildPath, createHttpClient } from '../lib/http-client.ts'
import type { Server } from '../lib/server-process.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

const READS: Record<string, (siteid?: number) => string> = {
  'the dashboard of 30 days': (siteid) => buildPath('/api/v1/dashboard/figures', { ...MONTH, ...(siteid && { sites: siteid }) }),
  'a page of sales': (siteid) => buildPath('/api/v1/sales', { ...MONTH, ...(siteid && { sites: siteid }) }),
  'a report by product': (siteid) => buildPath('/api/v1/reports', { ...MONTH, by: 'product', ...(siteid && { sites: siteid }) }),
  'a page of products': (siteid) => buildPath('/api/v1/products', { ...(siteid && { siteid }) }),
}

/**
 * Reads of shop managers who see costs, beside reads of the owner that give the same rows in another role: of a manager of one site, beside
 * the owner who filters by that site, and of one of all sites.
 */
export async function measureRights({ server, shop, timer, report }: BenchContext) {
  const sites = ((await shop.owner.json('/api/v1/sites/options')) as { siteid: number }[]).map(({ siteid }) => siteid)
  for (const [who, siteids] of Object.entries({ 'one site': sites.slice(0, 1), 'all sites': sites })) {
    const manager = await hireManager(server, shop, siteids)
    for (const [name, buildRead] of Object.entries(READS)) {
      const ownerPath = buildRead(siteids.length === 1 ? siteids[0] : undefined)
      assertSame(name, withoutTime(await manager.client.json(buildRead())), withoutTime(await shop.owner.json(ownerPath)))
      const times = await timer.compareTimes(
        { ours: () => manager.client.fetch(buildRead()), baseline: () => shop.owner.fetch(ownerPath) },
        { rounds: 10, runs: 200 },
      )
      report.addTiming(`rights: ${name}, of a manager of ${who}`, times.ours, {
        baseline: fromTiming('of the owner', times.baseline),
      })
      report.addValue(
        `rights: ${name}, of a manager of ${who} to the owner's`,
        times.ours.median / times.baseline.median,
        'times',
        {
          goal: GOALS.rights,
        },
      )
    }
    await manager.leave()
  }
}

/** The time of a read is another one in each answer. */
const withoutTime = ({ as_at: _, ...answer }: { as_at?: string }) => answer

async function hireManager(server: Server, { owner }: Business, siteids: number[]) {
  const login = { email: `${randomUUID()}@karoopantry.co.za`, password: 'a password of the bench' }
  const { employeeid } = await owner.post('/api/v1/employees', {
    ...{ ...login, firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: siteids[0], isenabled: true },
  })
  const right = { name: 'manager', siteids, sees_costs: true }
  await owner.fetch(`/api/v1/employees/${employeeid}/right`, { method: 'PUT', body: JSON.stringify({ right }) })
  const visitor = createHttpClient(server.url)
  const client = await visitor.signIn('/api/v1/session', login)
  return {
    client,
    async leave() {
      client.close()
      visitor.close()
      await owner.fetch(`/api/v1/employees/${employeeid}`, { method: 'DELETE' })
    },
  }
}
