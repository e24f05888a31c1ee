import { sql } from 'kysely'
import { type MovementAnswer, TillMovement } from '../../../contract/drawer-movements.ts'
import { validationMessage } from '../../../contract/shared/validation-messages.ts'
import { CLOCK_AHEAD } from '../../../contract/tills.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { EnteredTill, Scope } from '../../../db/tenant-scope.ts'
import { MAX_AHEAD_HOURS } from '../../shared/store-sales/find-clocks-ahead.ts'

const REUSED = 'This reference was used for another movement.'
const AHEAD = `This time is more than ${MAX_AHEAD_HOURS} hours after the time of the server. Set the clock of the till.`

type Parsed = { index: number; movement: TillMovement }

/** Stores what a till sends. A rejected movement does not stop the others. */
export async function storeMovements(scope: Scope, till: EnteredTill, sent: unknown[]): Promise<MovementAnswer[]> {
  const parsed = sent.map((raw, index) => parseMovement(raw, index))
  const stored = await storeParsed(
    scope,
    till,
    parsed.filter((entry) => 'movement' in entry),
  )
  return parsed.flatMap((entry) => ('movement' in entry ? (stored.get(entry.index) ?? []) : entry))
}

function parseMovement(raw: unknown, index: number): Parsed | MovementAnswer {
  const { data: movement, error } = TillMovement.safeParse(raw, { error: validationMessage })
  if (movement) return { index, movement }
  const [issue] = error.issues
  const reference = typeof raw === 'object' && raw !== null && 'reference' in raw ? raw.reference : null
  return reject(index, typeof reference === 'string' ? reference.slice(0, 100) : null, issue?.path, issue?.message)
}

const reject = (index: number, reference: string | null, path: PropertyKey[] = [], reason = '') => ({
  ...{ reference, status: 'rejected' as const, reason },
  field: ['movements', `[${index}]`, ...path.map((key) => `.${String(key)}`)].join(''),
})

/** The answers by index. */
async function storeParsed(
  scope: Scope,
  { siteid, tillid }: EnteredTill,
  parsed: Parsed[],
): Promise<Map<number, MovementAnswer>> {
  const column = <Value>(read: (movement: TillMovement) => Value) => parsed.map(({ movement }) => read(movement))
  const sent = sql`(
    select nth - 1 as nth, sent.reference, amount, reason, who, parse_timestamp(sent.time, timezone) as moved_at
      from unnest(${column(({ reference }) => reference)}::text[], ${column(({ time }) => time)}::text[],
                  ${column(({ kind, amount }) => (kind === 'paid_in' ? amount : -amount))}::numeric[],
                  ${column(({ reason }) => reason)}::text[], ${column(({ who = null }) => who)}::text[])
           with ordinality as sent (reference, time, amount, reason, who, nth)
      join business on id = ${currentBusiness})`
  const isAhead = sql`sent.moved_at > now() + make_interval(hours => ${MAX_AHEAD_HOURS})`
  const { rows: created } = await sql<{ reference: string }>`
    insert into drawer_movements (siteid, tillid, reference, who, amount, reason, moved_at)
    select ${siteid}, ${tillid}, reference, who, amount, reason, moved_at from ${sent} as sent where not ${isAhead} order by nth
    on conflict (businessid, reference) do nothing
    returning reference`.execute(scope)
  const { rows } = await sql<{ nth: number; movementid: number | null; is_ahead: boolean; now: Date }>`
    select nth::int as nth, movementid, ${isAhead} as is_ahead, now()
      from ${sent} as sent
      left join drawer_movements stored
        on stored.businessid = ${currentBusiness} and stored.siteid = ${siteid} and stored.reference = sent.reference
       and stored.amount = sent.amount and stored.reason = sent.reason and stored.who is not distinct from sent.who
       and stored.moved_at = sent.moved_at
     order by nth`.execute(scope)
  const isNew = new Set(created.map(({ reference }) => reference))
  return new Map(
    rows.flatMap(({ nth, movementid, is_ahead, now }): [number, MovementAnswer][] => {
      const entry = parsed[nth]
      if (!entry) return []
      const { index, movement } = entry
      const { reference } = movement
      if (is_ahead) {
        const rejected = reject(index, reference, ['time'], AHEAD)
        return [[index, { ...rejected, code: CLOCK_AHEAD, server_time: now.toISOString() }]]
      }
      if (movementid === null) return [[index, reject(index, reference, ['reference'], REUSED)]]
      return [[index, { reference, status: isNew.delete(reference) ? 'created' : 'duplicate', movementid }]]
    }),
  )
}
