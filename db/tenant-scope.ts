import { Kysely, sql, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import { createDialect } from './connection/dialect.ts'
import { createLimiter } from './connection/limiter.ts'
import { type Position, SELECT_POSITION } from './connection/position.ts'
import type { Replica } from './connection/replica.ts'
import { ScopeRefused, toScopeRefused } from './errors.ts'
import { rememberRole } from './right-role.ts'
import type { DB } from './schema.ts'

/** A transaction in one database role and, but for the sign-in, in one business. Queries accept nothing else. */
export type Scope = Transaction<DB>

/** What a person may do who is neither owner nor admin, see 30-rights.sql. */
export type RightName = 'bookkeeper' | 'manager' | 'stock'

/** How a person has entered a business. `siteids` is null for all sites. */
export type Entered = { businessid: string; right: RightName | 'everything'; siteids: number[] | null; sees_costs: boolean }

/** The rights that let a person in beside owners and admins; none of them by default. */
export type Rights = readonly RightName[]

/** From where a person changes something, for the log of changes. */
export type Origin = { clientIp: string; device: string }

/** Runs work in a transaction of its own, inside the caller's business. */
export type InBusiness = <T>(work: (scope: Scope) => Promise<T>) => Promise<T>

/**
 * `first_saleid` is null until a sale was stored with the key. `epoch` is the one in which the till has sent all that it keeps, and
 * `current_epoch` that of the database (see 27-epoch.sql).
 */
export type EnteredTill = {
  siteid: number
  tillid: number
  businessid: string
  first_saleid: number | null
  epoch: string | null
  current_epoch: string
  /** Its last sale had a date of the future. */
  is_clock_ahead: boolean
  /** Its business is closed, and was not entered. */
  is_closed: boolean
}
/** The tills that were entered, by the SHA-256 of their key in hexadecimal digits. */
export type EnteredTills = Map<string, EnteredTill>

export type TenantScopes = ReturnType<typeof createTenantScopes>

/** The share of the pool that one business may use, so that the others are served while it waits for its own locks. */
const POOL_SHARE = 0.6
const QUEUE_WAIT_MS = 2_000
const MAX_QUEUED = 500
/** Users and tills whose business is remembered. */
const MAX_REMEMBERED = 10_000
/** All look-ups of keys that nobody knows yet share the permits of one business. */
const KEY_LOOKUPS = 'key look-ups'

/** The business has no permit left: the transaction has to start again once it has one. */
class BusinessBusy extends Error {}

/**
 * The only ways to data. The pool's login role has no rights of its own, so a statement outside a scope fails with 'permission
 * denied'. The scopes of a business throw QueueTimeout when the business has too much under way.
 */
export function createTenantScopes(pool: Pool, replica?: Replica) {
  const inTransaction = createTransactions(new Kysely<DB>({ dialect: createDialect(pool) }))
  const permits = createLimiter({
    perKey: Math.max(1, Math.floor(pool.options.max * POOL_SHARE)),
    maxQueued: MAX_QUEUED,
    waitMs: QUEUE_WAIT_MS,
  })
  const businesses = createBusinessMemory()
  const inBusiness = createBusinessScopes({ inTransaction, permits, businesses })

  return {
    ...createUserScopes(inBusiness),
    ...createReplicaScopes(inBusiness, replica),
    ...createTillScopes({ inTransaction, permits, businesses }, inBusiness),
    ...createReadKeyScopes({ inTransaction, permits, businesses }, inBusiness, replica),

    /** How many scopes wait, because their business has as many under way as it may. */
    countWaiting: permits.countWaiting,

    /** Work on users, sessions and sign-ups, outside every business. */
    asAuth: <T>(work: (scope: Scope) => Promise<T>) =>
      inTransaction(async (scope) => {
        await sql`select set_config('role', 'winkel_auth', true)`.execute(scope)
        return work(scope)
      }),
  }
}

type Parts = {
  inTransaction: ReturnType<typeof createTransactions>
  permits: ReturnType<typeof createLimiter>
  businesses: ReturnType<typeof createBusinessMemory>
}
type BusinessScopes = ReturnType<typeof createBusinessScopes>

/** 'snapshot': read only, and every query sees the rows of the moment when it began. */
type Mode = 'write' | 'read' | 'snapshot'

const createTransactions =
  (db: Kysely<DB>) =>
  async <T>(work: (scope: Scope) => Promise<T>, mode: Mode = 'write'): Promise<T> => {
    try {
      const transaction = db.transaction()
      const begun = mode === 'write' ? transaction : transaction.setAccessMode('read only')
      return await (mode === 'snapshot' ? begun.setIsolationLevel('repeatable read') : begun).execute(work)
    } catch (error) {
      throw toScopeRefused(error) ?? error
    }
  }

/** The business of each user and till key that was seen lately. */
function createBusinessMemory() {
  const businesses = new Map<string, string>()
  return {
    get: (caller: string) => businesses.get(caller),
    remember(caller: string, businessid: string) {
      if (businesses.size >= MAX_REMEMBERED) businesses.clear()
      businesses.set(caller, businessid)
    },
    forget: (caller: string) => businesses.delete(caller),
  }
}

/** Runs work in the business that `enter` returns, with a permit of that business, or of the caller while the business is unknown. */
function createBusinessScopes({ inTransaction, permits, businesses }: Parts) {
  return async function inBusiness<Entered extends { businessid: string }, T>(
    caller: string,
    enter: (scope: Scope) => Promise<Entered>,
    work: (scope: Scope, entered: Entered) => Promise<T>,
    mode: Mode = 'write',
  ): Promise<T> {
    const key = businesses.get(caller) ?? caller
    const permit = await permits.take(key)
    try {
      return await inTransaction(async (scope) => {
        const entered = await enter(scope)
        const { businessid } = entered
        if (businessid !== key) {
          businesses.remember(caller, businessid)
          if (!permit.transferTo(businessid)) throw new BusinessBusy()
        }
        return work(scope, entered)
      }, mode)
    } catch (error) {
      if (!(error instanceof BusinessBusy)) throw error
    } finally {
      permit.release()
    }
    return inBusiness(caller, enter, work, mode)
  }
}

function createUserScopes(inBusiness: BusinessScopes) {
  return {
    /**
     * Work in the business of this user; throws ScopeRefused when the user may not enter one, or has none of these rights. The database
     * shows a person with a right the rows and columns of that right, and no others.
     */
    asTenant: <T>(userId: string, work: (scope: Scope, entered: Entered) => Promise<T>, options?: EnterOptions) =>
      inBusiness(userId, (scope) => enterBusiness(scope, userId, options), work),

    /** As asTenant, but an owner also enters a closed business, until it is erased. */
    asOwner: <T>(userId: string, work: (scope: Scope, entered: Entered) => Promise<T>, options?: EnterOptions) =>
      inBusiness(userId, (scope) => enterBusiness(scope, userId, { ...options, isClosedToo: true }), work),

    /** As asOwner, read only and in one snapshot: every query sees the rows of the moment when it began. */
    asOwnerSnapshot: <T>(userId: string, work: (scope: Scope, entered: Entered) => Promise<T>) =>
      inBusiness(userId, (scope) => enterBusiness(scope, userId, { isClosedToo: true }), work, 'snapshot'),
  }
}

/** `as_at` is set when the replica answers: everything that was saved before is in the answer. */
export type ReadFrom = Entered & { as_at?: Date }

function createReplicaScopes(inBusiness: BusinessScopes, replica?: Replica) {
  return {
    /**
     * As asTenant, read only, for what the replica may answer. The primary lets the user in and says what it has written so far: the replica
     * answers when it has that too. Otherwise, or when it fails, `work` runs on the primary, a second time then.
     */
    readAsTenant: <T>(userId: string, work: (scope: Scope, from: ReadFrom) => Promise<T>, rights?: Rights) =>
      readInBusiness(inBusiness, replica, { caller: userId, enter: (scope) => enterBusiness(scope, userId, { rights }) }, work),
  }
}

type Reader = { caller: string; enter: (scope: Scope) => Promise<Entered> }

/** Reads from the replica what it may answer, and from the primary otherwise. */
async function readInBusiness<T>(
  inBusiness: BusinessScopes,
  replica: Replica | undefined,
  { caller, enter }: Reader,
  work: (scope: Scope, from: ReadFrom) => Promise<T>,
): Promise<T> {
  if (replica?.isUp()) {
    const { businessid, position } = await inBusiness(caller, enter, async (scope, { businessid }) => ({
      businessid,
      position: (await sql.raw<Position>(SELECT_POSITION).execute(scope)).rows[0],
    }))
    if (position) {
      const { as_at } = position
      try {
        return await replica.read(businessid, position, async (scope) => work(scope, { ...(await enter(scope)), as_at }))
      } catch (error) {
        replica.reportFailure(error)
      }
    }
  }
  return inBusiness(caller, enter, work, 'read')
}

function createTillScopes({ inTransaction, permits, businesses }: Parts, inBusiness: BusinessScopes) {
  return {
    /**
     * Work at the sites of the till keys of one business with these SHA-256, in hexadecimal digits. A key that is unknown or revoked is
     * missing in `tills`; throws ScopeRefused when all are, and when the business is closed.
     */
    asTills: <T>(keyHashes: string[], work: (scope: Scope, tills: EnteredTills) => Promise<T>) => {
      const enter = async (scope: Scope) => {
        const tills = await enterTills(scope, keyHashes)
        for (const keyHash of keyHashes) if (!tills.has(keyHash)) businesses.forget(keyHash)
        const [first] = tills.values()
        if (!first) throw new ScopeRefused('unknown key')
        if (first.is_closed) {
          // The next request is refused before its body is read.
          for (const keyHash of keyHashes) businesses.forget(keyHash)
          throw new ScopeRefused('closed')
        }
        return { businessid: first.businessid, tills }
      }
      return inBusiness(keyHashes[0] ?? '', enter, (scope, { tills }) => work(scope, tills))
    },

    /** The business of the till key with this SHA-256, if it was in use when it was last looked up. asTills looks it up again. */
    getRememberedBusiness: businesses.get,

    /** Looks a till key up. */
    findTill(keyHash: string): Promise<'open' | 'closed' | 'unknown'> {
      return permits.run(KEY_LOOKUPS, async () => {
        const till = (await inTransaction((scope) => enterTills(scope, [keyHash]))).get(keyHash)
        if (!till) return 'unknown'
        if (till.is_closed) return 'closed'
        businesses.remember(keyHash, till.businessid)
        return 'open'
      })
    },
  }
}

function createReadKeyScopes({ inTransaction, permits, businesses }: Parts, inBusiness: BusinessScopes, replica?: Replica) {
  const createEnter = (keyHash: string, rights: Rights) => async (scope: Scope) => {
    const entered = await enterReadKey(scope, keyHash, rights)
    if (entered) return entered
    businesses.forget(keyHash)
    throw new ScopeRefused('unknown key')
  }
  return {
    /**
     * Read-only work in the business of the read key with this SHA-256, in hexadecimal digits, as a person with its right. Throws
     * ScopeRefused when the key opens nothing, and when its right is none of these.
     */
    asReadKey: <T>(keyHash: string, work: (scope: Scope, entered: Entered) => Promise<T>, rights: Rights = []) =>
      inBusiness(keyHash, createEnter(keyHash, rights), work, 'read'),

    /** As asReadKey, for what the replica may answer: see readAsTenant. */
    readAsReadKey: <T>(keyHash: string, work: (scope: Scope, from: ReadFrom) => Promise<T>, rights: Rights = []) =>
      readInBusiness(inBusiness, replica, { caller: keyHash, enter: createEnter(keyHash, rights) }, work),

    /** Whether a key opens its business. Keeps the time of its use. */
    noteReadKeyUse: (keyHash: string): Promise<boolean> =>
      permits.run(KEY_LOOKUPS, () =>
        inTransaction(async (scope) => {
          const { rows } = await sql<{ is_open: boolean }>`
            select use_read_key(decode(${sql.lit(keyHash)}, 'hex')) as is_open`.execute(scope)
          return rows[0]?.is_open === true
        }),
      ),
  }
}

// All are statements without parameters, so that the dialect sends them in one message with BEGIN.

type EnterOptions = { rights?: Rights | undefined; origin?: Origin | undefined }
type Entrance = EnterOptions & { isClosedToo?: boolean }

/** Switches to the role of the person's right. */
async function enterBusiness(
  scope: Scope,
  userId: string,
  { rights = [], origin, isClosedToo }: Entrance = {},
): Promise<Entered> {
  const entrance = isClosedToo ? 'enter_own_with_right' : 'enter_with_right'
  const setOrigin = origin
    ? sql`, set_config('app.client_ip', ${sql.lit(origin.clientIp)}, true), set_config('app.device', ${sql.lit(origin.device)}, true)`
    : sql``
  const { rows } = await sql<EnteredRow>`
    select ${SELECT_ENTERED}${setOrigin}
      from ${sql.raw(entrance)}(${sql.lit(userId)})`.execute(scope)
  const [entered] = rows
  if (!entered) throw new Error('a scope was entered without a row')
  return checkEntered(scope, entered, rights)
}

/** Undefined for a key that opens nothing. */
async function enterReadKey(scope: Scope, keyHash: string, rights: Rights): Promise<Entered | undefined> {
  const { rows } = await sql<EnteredRow>`
    select ${SELECT_ENTERED} from enter_read_key(decode(${sql.lit(keyHash)}, 'hex'))`.execute(scope)
  return rows[0] && checkEntered(scope, rows[0], rights)
}

type EnteredRow = Omit<Entered, 'siteids'> & { siteids: (number | string)[] | null }

const SELECT_ENTERED = sql`
  set_config('role', role_name, true), case when schemas is not null then set_config('search_path', schemas, true) end,
  current_setting('app.business_id') as businessid, right_name as "right", siteids, sees_costs`

function checkEntered(scope: Scope, { businessid, right, siteids, sees_costs }: EnteredRow, rights: Rights): Entered {
  if (right !== 'everything') {
    if (!rights.includes(right)) throw new ScopeRefused('right refused')
    rememberRole(scope, { right, sees_costs })
  }
  return { businessid, right, siteids: siteids?.map(Number) ?? null, sees_costs }
}

/**
 * Without sequential scans: a prepared plan that was made while the tables were small would keep using them. With generic plans: planning
 * the look-up of a sale's references again took an eighth of the processor time of the sale.
 */
async function enterTills(scope: Scope, keyHashes: string[]): Promise<EnteredTills> {
  const hashes = sql.join(keyHashes.map((keyHash) => sql`decode(${sql.lit(keyHash)}, 'hex')`))
  const { rows } = await sql<EnteredTill & { key_hash: string }>`
    select set_config('role', 'winkel_tenant', true), set_config('enable_seqscan', 'off', true),
           set_config('plan_cache_mode', 'force_generic_plan', true), encode(key_hash, 'hex') as key_hash, siteid, tillid, businessid,
           first_saleid, epoch, current_epoch, is_clock_ahead, is_closed
      from enter_till_keys(array[${hashes}])`.execute(scope)
  return new Map(rows.map(({ key_hash, ...till }) => [key_hash, till]))
}
