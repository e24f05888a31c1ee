import { sql } from 'kysely'
import { SITES_PER_PAGE } from '../../../contract/shared/constants.ts'
import type { SiteInput, SitesSearch } from '../../../contract/sites.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findExisting, lockIdempotencyKey } from '../../shared/idempotency.ts'
import { containsText, readPage } from '../../shared/list-query.ts'

const COLUMNS = ['siteid', 'sitename', 'location', 'version'] as const
const employees = sql<number>`(select count(*) from employee
  where employee.businessid = site.businessid and employee.siteid = site.siteid)`.as('employees')

export function listSites(scope: Scope, { q, sort, dir, page }: SitesSearch) {
  const matching = scope
    .selectFrom('site')
    .where('site.businessid', '=', currentBusiness)
    .where(({ or, ref }) => or([containsText(sql`${ref('sitename')}`, q), containsText(sql`${ref('location')}`, q)]))
  return readPage(
    page,
    SITES_PER_PAGE,
    () => matching.select((count) => count.fn.countAll<number>().as('results')).executeTakeFirstOrThrow(),
    ({ limit, offset }) =>
      matching
        .select([...COLUMNS, employees])
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

/** The site made, now or by the same form before. Undefined when the form's mark was used before for something else. */
export async function insertSite(scope: Scope, { request_id, ...site }: SiteInput & { request_id?: string }) {
  const request = await lockIdempotencyKey(scope, request_id, site)
  const made = await scope
    .insertInto('site')
    .values({ ...site, ...request })
    .onConflict((on) => on.columns(['businessid', 'request_id']).where('request_id', 'is not', null).doNothing())
    .returning('siteid')
    .executeTakeFirst()
  return made ?? findExisting(scope, 'site', request).select('siteid').executeTakeFirst()
}

type Edit = { siteid: number; site: SiteInput; opened: { version: number } }

/** What became of an edit; the site as it is now when somebody else edited it since it was opened. */
export async function updateSite(scope: Scope, { siteid, site, opened }: Edit) {
  const { numUpdatedRows } = await scope
    .updateTable('site')
    .set(({ ref }) => ({ ...site, version: sql`${ref('version')} + 1` }))
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .where('version', '=', opened.version)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return 'saved'
  const now = await scope
    .selectFrom('site')
    .select([...COLUMNS, employees])
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
  return now ?? 'gone'
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
