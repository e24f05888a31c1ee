import { sql } from 'kysely'
import { findNoticeKinds, NOTICE_DEFAULTS, type Notice, type NoticeKind, TEST_PAUSE_SECONDS } from '../../../contract/notices.ts'
import type { Right } from '../../../contract/rights.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

// Row security leaves only the rows of the caller.

/** The kinds that the person may choose, in their order. Sites that the person does not have are left out. */
export async function listNotices(scope: Scope, right: Right | undefined): Promise<Notice[]> {
  const { rows } = await sql<Notice>`
    select kind, is_on, hour, weekday,
           array(select siteid::float8 from site where site.businessid = ${currentBusiness} and siteid = any(sites) order by 1) as sites
      from notices where businessid = ${currentBusiness}`.execute(scope)
  return findNoticeKinds(right).map((kind) => rows.find((row) => row.kind === kind) ?? { kind, ...NOTICE_DEFAULTS })
}

/**
 * False when a site is not one of the person. A notice whose hour of today has passed begins tomorrow. One that is turned on names all
 * that is so now, and later what is new.
 */
export async function saveNotice(scope: Scope, { kind, is_on, hour, weekday, sites }: Notice) {
  const { rows } = await sql`
    with slot as (
      select case when extract(hour from local.time) < ${hour}::integer then local.time::date - 1 else local.time::date end as done
        from business cross join lateral (select now() at time zone timezone as time) local
       where id = ${currentBusiness}
         and (select count(*) from site where businessid = ${currentBusiness} and siteid = any(${sites}::bigint[])) = ${new Set(sites).size}
    )
    insert into notices as kept (kind, is_on, hour, weekday, sites, sent_for)
    select ${kind}, ${is_on}, ${hour}, ${weekday}, ${sites}::bigint[], done from slot
    on conflict (businessid, user_id, kind) do update
       set is_on = excluded.is_on, hour = excluded.hour, weekday = excluded.weekday, sites = excluded.sites,
           sent_for = greatest(kept.sent_for, excluded.sent_for),
           known = case when kept.is_on and kept.sites = excluded.sites then kept.known end
    returning kind`.execute(scope)
  return rows.length > 0
}

/** The sites of the notice; undefined when the last test was just now. */
export async function claimTest(scope: Scope, kind: NoticeKind) {
  const { is_on, hour, weekday } = NOTICE_DEFAULTS
  const { rows } = await sql<{ sites: number[] }>`
    insert into notices as kept (kind, is_on, hour, weekday, tested_at) values (${kind}, ${is_on}, ${hour}, ${weekday}, now())
    on conflict (businessid, user_id, kind) do update set tested_at = now()
     where coalesce(kept.tested_at < now() - make_interval(secs => ${TEST_PAUSE_SECONDS}), true)
    returning sites::float8[] as sites`.execute(scope)
  return rows[0]?.sites
}

/** Keeps the token of the link that the next mail has. */
export const saveToken = (scope: Scope, kind: NoticeKind, token_hash: Buffer) =>
  sql`
    update notices set token_hash = ${token_hash}
     where businessid = ${currentBusiness} and kind = ${kind} and token_hash is distinct from ${token_hash}`.execute(scope)
