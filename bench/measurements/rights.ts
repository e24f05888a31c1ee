import { randomUUID } from 'node:crypto'
import type { Business } from '../datasets/businesses.ts'
import { assertSame } from '../lib/assert-same.ts'
import { MONTH } from '../lib/date-ranges.ts'
import { buildPath, createHttpClient } from '../lib/http-client.ts'
import type { Server } from '../lib/server-process.ts'
import { GOALS } from '../report/goals.ts'
import { fromTiming } from '../report/report.ts'
import type { BenchContext } from './context.ts'

const READS = {
  'the dashboard of 30 days': buildPath('/api/v1/dashboard/figures', MONTH),
  'a page of sales': buildPath('/api/v1/sales', MONTH),
  'a report by product': buildPath('/api/v1/reports', { ...MONTH, by: 'product' }),
  'a page of products': '/api/v1/products',
}

/** Reads of a shop manager who has all sites and sees costs, beside the same reads of the owner: the same rows, in another role. */
export async function measureRights({ server, shop, timer, report }: BenchContext) {
  const manager = await hireManager(server, shop)
  for (const [name, path] of Object.entries(READS)) {
    const ours = () => manager.client.fetch(path)
    const owner = () => shop.owner.fetch(path)
    assertSame(name, withoutTime(await manager.client.json(path)), withoutTime(await shop.owner.json(path)))
    const times = await timer.compareTimes({ ours, baseline: owner }, { rounds: 10, runs: 200 })
    report.addTiming(`rights: ${name}, of a manager`, times.ours, { baseline: fromTiming('of the owner', times.baseline) })
    report.addValue(`rights: ${name}, of a manager to the owner's`, times.ours.median / times.baseline.median, 'times', {
      goal: GOALS.rights,
    })
  }
  await manager.leave()
}

/** The time of a read is another one in each answer. */
const withoutTime = ({ as_at: _, ...answer }: { as_at?: string }) => answer

async function hireManager(server: Server, { owner }: Business) {
  const sites = (await owner.json('/api/v1/sites/options')) as { siteid: number }[]
  const login = { email: `${randomUUID()}@karoopantry.co.za`, password: 'a password of the bench' }
  const { employeeid } = await owner.post('/api/v1/employees', {
    ...{ ...login, firstname: 'Lerato', lastname: 'Mokoena', position: 'Manager', siteid: sites[0]?.siteid, isenabled: true },
  })
  const right = { name: 'manager', siteids: sites.map(({ siteid }) => siteid), sees_costs: true }
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
