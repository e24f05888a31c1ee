import { Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { createDialect } from './connection/dialect.ts'
import { createKeyedLimiter } from './connection/keyed-limiter.ts'
import { toScopeRefused } from './errors.ts'
import type { DB } from './schema.ts'

/** A transaction that has stepped into a role and, as a tenant, into one business. The only thing queries accept. */
export type Scope = Transaction<DB>

export type TillScope = { siteid: number; tillid: number; businessid: string }

export type TenantScopes = ReturnType<typeof createTenantScopes>

/** How much of the pool one business may hold: the rest is for all others, also while it waits for locks of its own. */
const SHARE = 0.6
/** A call that waits this long for its business's other calls is told to come back. */
const TURN_MS = 2_000
const MOST_WAITING = 500
/** People and tills of whom it is remembered which business they entered last. */
const MOST_KNOWN = 10_000

/** The transaction is to be begun again when this business has a turn for it. */
class NotYet extends Error {
  readonly businessid: string
  constructor(businessid: string) {
    super('the business has its whole share of the pool')
    this.businessid = businessid
  }
}

/**
 * The only ways to data. The pool's login role has no rights of its own, so a statement outside one of these scopes fails
 * with 'permission denied'. Those that lead into a business throw NoTurn when it has too much under way.
 */
export function createTenantScopes(pool: Pool) {
  const db = new Kysely<DB>({ dialect: createDialect(pool) })
  const takeTurn = createKeyedLimiter({
    concurrency: Math.max(1, Math.floor(pool.options.max * SHARE)),
    maxQueued: MOST_WAITING,
    waitMs: TURN_MS,
  })
  const businessOf = new Map<string, string>()

  /** Work in the business that `enter` leads into, at a turn of that business, or of whoever enters while it is not known. */
  async function inBusiness<Entered extends { businessid: string }, T>(
    who: string,
    enter: (scope: Scope) => Promise<Entered>,
    work: (scope: Scope, entered: Entered) => Promise<T>,
  ): Promise<T> {
    const known = businessOf.get(who) ?? who
    const turn = await takeTurn(known)
    try {
      return await inTransaction(async (scope) => {
        const entered = await enter(scope)
        const { businessid } = entered
        if (businessid !== known) {
          if (businessOf.size >= MOST_KNOWN) businessOf.clear()
          businessOf.set(who, businessid)
          if (!turn.transferTo(businessid)) throw new NotYet(businessid)
        }
        return work(scope, entered)
      })
    } catch (error) {
      if (!(error instanceof NotYet)) throw error
    } finally {
      turn.release()
    }
    return inBusiness(who, enter, work)
  }

  const inTransaction = async <T>(work: (scope: Scope) => Promise<T>): Promise<T> => {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      throw toScopeRefused(error) ?? error
    }
  }

  // Each enters by a statement without parameters, which goes to the database together with the transaction's beginning.
  return {
    /** Work on the business of this user; throws Refused when the person may not enter one. */
    asTenant: <T>(userId: string, work: (scope: Scope, entered: { businessid: string }) => Promise<T>) =>
      inBusiness(
        userId,
        async (scope) => {
          const { rows } = await sql<{ businessid: string }>`
            select set_config('role', 'winkel_tenant', true), current_setting('app.business_id') as businessid
              from enter_business(${sql.lit(userId)})`.execute(scope)
          return onlyRow(rows)
        },
        work,
      ),

    /** Work on users, sessions and sign-ups, outside every business. */
    asAuth: <T>(work: (scope: Scope) => Promise<T>) =>
      inTransaction(async (scope) => {
        await sql`select set_config('role', 'winkel_auth', true)`.execute(scope)
        return work(scope)
      }),

    /**
     * Work on the one site that the key with this SHA-256 opens; throws Refused when it is unknown or revoked. All of it is
     * looked up by keys, also by a plan that was made when the tables were still small and is kept.
     */
    asTill: <T>(keyHash: Buffer, work: (scope: Scope, till: TillScope) => Promise<T>) =>
      inBusiness(
        keyHash.toString('hex'),
        async (scope) => {
          const { rows } = await sql<TillScope>`
            select set_config('role', 'winkel_tenant', true), set_config('enable_seqscan', 'off', true), till.*
              from enter_till(decode(${sql.lit(keyHash.toString('hex'))}, 'hex')) till`.execute(scope)
          return onlyRow(rows)
        },
        work,
      ),
  }
}

function onlyRow<Row>([row]: Row[]) {
  if (!row) throw new Error('whoever enters gets one row, or is refused')
  return row
}
