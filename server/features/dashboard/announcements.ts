import { sql } from 'kysely'
import type { Announcement } from '../../../contract/dashboard-notices.ts'
import { ANNOUNCEMENTS_SHOWN } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

/** The newest ones, less those that the user has put away: older ones do not take their places. Row security leaves only the user's rows. */
export async function listAnnouncements(scope: Scope): Promise<Announcement[]> {
  const { rows } = await sql<Announcement>`
    select announcementid, message, link_title, link_value
      from (
        select * from announcements
         where valid_from <= now() and (valid_until is null or valid_until > now())
         order by created_at desc, announcementid desc
         limit ${sql.lit(ANNOUNCEMENTS_SHOWN)}
      ) newest
     where announcementid not in (select announcementid from announcement_dismissals where businessid = ${currentBusiness})
     order by created_at desc, announcementid desc`.execute(scope)
  return rows
}

/** False when there is no such announcement. A second call changes nothing. */
export async function dismissAnnouncement(scope: Scope, announcementid: number) {
  const { rows } = await sql`
    with found as (
      select announcementid from announcements where announcementid = ${announcementid}
    ), added as (
      insert into announcement_dismissals (announcementid) select announcementid from found on conflict do nothing
    )
    select from found`.execute(scope)
  return rows.length > 0
}
