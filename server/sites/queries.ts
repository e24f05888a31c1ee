import { sql } from 'kysely'
import type { z } from 'zod'
import { SITES_PER_PAGE } from '../../contract/constants.ts'
import type { SiteInput, SitesSearch } from '../../contract/sites.ts'
import { currentBusiness, type Scope } from '../../db/scope.ts'
import { containsText, pageOf } from '../list-sql.ts'

export function listSites(scope: Scope, { q, sort, dir, page }: z.output<typeof SitesSearch>) {
  const matching = scope
    .selectFrom('site')
    .where('site.businessid', '=', currentBusiness)
    .where(({ or, ref }) => or([containsText(sql`${ref('sitename')}`, q), containsText(sql`${ref('location')}`, q)]))
  const employees = sql<number>`(select count(*) from employee
    where employee.businessid = site.businessid and employee.siteid = site.siteid)`
  return pageOf(
    page,
    SITES_PER_PAGE,
    () => matching.select((count) => count.fn.countAll<number>().as('results')).executeTakeFirstOrThrow(),
    ({ limit, offset }) =>
      matching
        .select(['siteid', 'sitename', 'location', employees.as('employees')])
        .orderBy(sort, dir)
        .orderBy('siteid') // a tie-break, or two equal names could swap between pages
        .limit(limit)
        .offset(offset)
        .execute(),
  )
}

export const listSiteOptions = (scope: Scope) =>
  scope
    .selectFrom('site')
    .select(['siteid', 'sitename'])
    .where('businessid', '=', currentBusiness)
    .orderBy('sitename')
    .orderBy('siteid')
    .execute()

export const insertSite = (scope: Scope, site: SiteInput) =>
  scope.insertInto('site').values(site).returning('siteid').executeTakeFirstOrThrow()

/** False when there is no such site. */
export async function updateSite(scope: Scope, siteid: number, site: SiteInput) {
  const { numUpdatedRows } = await scope
    .updateTable('site')
    .set(site)
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when there is no such site; a site that something belongs to violates its foreign keys. */
export async function deleteSite(scope: Scope, siteid: number) {
  const { numDeletedRows } = await scope
    .deleteFrom('site')
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
