import type { Site, SiteActivity } from '../../contract/sites.ts'
import type { Answers } from './fake-server.ts'
import { toPage } from './pages.ts'

export const RIVONIA: Site = {
  siteid: 1,
  sitename: 'Sandton Rivonia',
  location: '112 Rivonia Road, Sandton 2196',
  employees: 1,
  version: 1,
}
export const ZEERUST: Site = { siteid: 2, sitename: 'Zeerust', location: '1 Church Street', employees: 0, version: 1 }

/** A site without a sale and a till. */
export const createActivity = (siteid: number, more: Partial<SiteActivity> = {}): SiteActivity => ({
  ...{ siteid, revenue: 0, orders: 0, last_sale: null },
  ...{ tills: 0, silent_tills: 0, till_employees: 0, till_state: 'none', last_used_at: null },
  ...more,
})

/** The calls of the sites screen, answered from these rows. */
export function serveSites(...rows: Site[]): Answers {
  const find = (siteid: number) => rows.findIndex((site) => site.siteid === siteid)
  return {
    sites: {
      list: ({ input: { q, page } }) =>
        toPage(
          rows
            .filter(({ sitename, location }) => `${sitename} ${location}`.toLowerCase().includes(q.toLowerCase()))
            .toSorted((a, b) => a.sitename.localeCompare(b.sitename)),
          page,
        ),
      activity: () => rows.map(({ siteid }) => createActivity(siteid)),
      create: ({ input: { request_id: _, ...site } }) => {
        const siteid = rows.length + 1
        rows.push({ ...site, siteid, employees: 0, version: 1 })
        return { siteid }
      },
      update: ({ input: { opened, ...site }, errors }) => {
        const before = rows[find(site.siteid)]
        if (!before) throw errors.NOT_FOUND()
        rows[find(site.siteid)] = { ...before, ...site, version: opened.version + 1 }
      },
      remove: ({ input: { siteid }, errors }) => {
        if (find(siteid) < 0) throw errors.NOT_FOUND()
        rows.splice(find(siteid), 1)
      },
    },
  }
}
