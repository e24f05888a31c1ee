import { sql } from 'kysely'
import type { DrawerMovement } from '../../../contract/cash-ups.ts'
import type { MovementInput } from '../../../contract/drawer-movements.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { IdempotencyKey } from '../../shared/idempotency.ts'
import { joinPerson, personName } from '../../shared/list-query.ts'

type Period = { siteid: number; starts_at: Date; ends_at: Date }

/** Those of a period, oldest first, with those that were taken back. */
export async function listMovements(scope: Scope, { siteid, starts_at, ends_at }: Period): Promise<DrawerMovement[]> {
  const { rows } = await sql<DrawerMovement>`
    select movementid, moved_at, amount, reason, coalesce(who, ${personName}) as who, till_keys.name as till,
           removed_at is not null as is_removed
      from drawer_movements moved
      left join till_keys on till_keys.businessid = moved.businessid and till_keys.tillid = moved.tillid
      ${joinPerson('moved')}
     where moved.businessid = ${currentBusiness} and moved.siteid = ${siteid} and moved_at >= ${starts_at} and moved_at < ${ends_at}
     order by moved_at, movementid`.execute(scope)
  return rows
}

type Entered = Pick<MovementInput, 'kind' | 'amount' | 'reason'> & { period: Period; key: IdempotencyKey }

/** What a person enters: now, or at the last moment of a period that is over. */
export async function insertMovement(scope: Scope, { kind, amount, reason, period, key }: Entered) {
  const { siteid, starts_at, ends_at } = period
  return scope
    .insertInto('drawer_movements')
    .values({
      ...{ siteid, reason, ...key, amount: kind === 'paid_in' ? amount : -amount },
      moved_at: sql<Date>`greatest(least(now(), ${ends_at}::timestamptz - interval '1 millisecond'), ${starts_at}::timestamptz)`,
    })
    .returning('movementid')
    .executeTakeFirstOrThrow()
}

/** False when there is no such movement that a person entered. */
export async function removeMovement(scope: Scope, movementid: number) {
  const { rows } = await sql`
    update drawer_movements
       set removed_at = coalesce(removed_at, now()),
           removed_by = coalesce(removed_by, nullif(current_setting('app.user_id', true), '')::uuid)
     where businessid = ${currentBusiness} and movementid = ${movementid} and tillid is null
    returning movementid`.execute(scope)
  return rows.length > 0
}
