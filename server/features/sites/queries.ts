import { sql } from 'kysely'
import type { SitesSearch } from '../../../contract/search/sites.ts'
import { SITES_PER_PAGE } from '../../../contract/shared/constants.ts'
import type { Site, SiteInput } from '../../../contract/sites.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { readPage } from '../../shared/list-query.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { matchesSearch, orderBySearch } from './search.ts'

const selectSites = (scope: Scope) =>
  scope
    .selectFrom('site')
    .select(['siteid', 'sitename', 'location', 'version'])
    .select(
      sql<number>`(select count(*) from employee
        where employee.businessid = site.businessid and employee.siteid = site.siteid)`.as('employees'),
    )

export const listSites = (scope: Scope, search: SitesSearch) =>
  readPage(
    search.page,
    SITES_PER_PAGE,
    () =>
      scope
        .selectFrom('site')
        .select(({ fn }) => fn.countAll<number>().as('results'))
        .where(matchesSearch(search))
        .executeTakeFirstOrThrow(),
    ({ limit, offset }) =>
      selectSites(scope).where(matchesSearch(search)).orderBy(orderBySearch(search)).limit(limit).offset(offset).execute(),
  )

export const findSite = (scope: Scope, siteid: number): Promise<Site | undefined> =>
  selectSites(scope).where('businessid', '=', currentBusiness).where('siteid', '=', siteid).executeTakeFirst()

export const listSiteOptions = (scope: Scope) =>
  scope
    .selectFrom('site')
    .select(['siteid', 'sitename'])
    .where('businessid', '=', currentBusiness)
    .orderBy('sitename')
    .orderBy('siteid')
    .execute()

/** A retry with the same `request_id` returns the site of the first request. */
export async function insertSite(scope: Scope, { request_id, ...site }: SiteInput & { request_id?: string }) {
  const { existing, key } = await claimRequest(scope, 'site', request_id, site)
  if (existing !== undefined) return { siteid: existing }
  return scope
    .insertInto('site')
    .values({ ...site, ...key })
    .returning('siteid')
    .executeTakeFirstOrThrow()
}

type Update = { siteid: number; site: SiteInput; opened: { version: number } }

export async function updateSite(scope: Scope, { siteid, site, opened }: Update): Promise<UpdateOutcome<Site>> {
  const { numUpdatedRows } = await scope
    .updateTable('site')
    .set(({ ref }) => ({ ...site, version: sql`${ref('version')} + 1` }))
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .where('version', '=', opened.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { status: 'saved' } : notSaved(await findSite(scope, siteid))
}

/** False when there is no such site. A site with related records violates a foreign key. */
export async function removeSite(scope: Scope, siteid: number) {
  const { numDeletedRows } = await scope
    .deleteFrom('site')
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
