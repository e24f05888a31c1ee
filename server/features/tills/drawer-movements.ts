import { sql } from 'kysely'
import { type MovementAnswer, TillMovement } from '../../../contract/drawer-movements.ts'
import { validationMessage } from '../../../contract/shared/validation-messages.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { EnteredTill, Scope } from '../../../db/tenant-scope.ts'

/** Stores what a till sends. A rejected movement does not stop the others. */
export async function storeMovements(scope: Scope, till: EnteredTill, sent: unknown[]): Promise<MovementAnswer[]> {
  const answers: MovementAnswer[] = []
  for (const [index, raw] of sent.entries()) answers.push(await storeMovement(scope, till, raw, index))
  return answers
}

async function storeMovement(
  scope: Scope,
  { siteid, tillid }: EnteredTill,
  raw: unknown,
  index: number,
): Promise<MovementAnswer> {
  const { data: movement, error } = TillMovement.safeParse(raw, { error: validationMessage })
  const reject = (reference: string | null, path: PropertyKey[], reason: string): MovementAnswer => ({
    ...{ reference, status: 'rejected', reason },
    field: ['movements', `[${index}]`, ...path.map((key) => `.${String(key)}`)].join(''),
  })
  if (!movement) {
    const [issue] = error.issues
    const reference = typeof raw === 'object' && raw !== null && 'reference' in raw ? raw.reference : null
    return reject(typeof reference === 'string' ? reference.slice(0, 100) : null, issue?.path ?? [], issue?.message ?? '')
  }
  const { reference, time, kind, reason, who = null } = movement
  const amount = kind === 'paid_in' ? movement.amount : -movement.amount
  const moved_at = sql<Date>`(select parse_timestamp(${time}, timezone) from business where id = ${currentBusiness})`
  const stored = await scope
    .insertInto('drawer_movements')
    .values({ siteid, tillid, reference, who, amount, reason, moved_at })
    .onConflict((conflict) => conflict.columns(['businessid', 'reference']).doNothing())
    .returning('movementid')
    .executeTakeFirst()
  if (stored) return { reference, status: 'created', movementid: stored.movementid }
  const { rows } = await sql<{ movementid: number }>`
    select movementid from drawer_movements
     where businessid = ${currentBusiness} and siteid = ${siteid} and reference = ${reference} and amount = ${amount} and reason = ${reason}
       and who is not distinct from ${who} and moved_at = ${moved_at}`.execute(scope)
  const [same] = rows
  if (same) return { reference, status: 'duplicate', movementid: same.movementid }
  return reject(reference, ['reference'], 'This reference was used for another movement.')
}
