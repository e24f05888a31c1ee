import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql, type Transaction } from 'kysely'
import { type ClientConfig, Pool } from 'pg'
import { getErrorCode, getErrorMessage, isStatementTimeout, isUnreachable, QueueTimeout } from '../errors.ts'
import type { Log } from '../log.ts'
import type { DB } from '../schema.ts'
import { closeDeadConnections } from './dead-connections.ts'
import { createDialect } from './dialect.ts'
import { createLimiter } from './limiter.ts'
import { createLogin, createPoolConfig, handleErrors, POOL_MAX, STATEMENT_TIMEOUT_MS } from './pool.ts'
import { findMismatch, type Position, type ReplicaState, SELECT_POSITION, selectReplicaState } from './position.ts'

// docs/decisions/2026-11-24-read-replica.md has the figures.
/** How long a read waits until the replica has replayed what the primary had written when the read began. */
const MAX_WAIT_MS = 500
const MAX_POLL_MS = 20
/** A replica that failed is tried again after this time. Until then nobody waits for it. */
const RETRY_MS = 5_000
const CONNECTION_TIMEOUT_MS = 1_000
const PERMITS_PER_BUSINESS = Math.floor(POOL_MAX * 0.6)
const QUEUE_WAIT_MS = 500

/** The replica cannot answer now, or may not. The primary can. */
class ReplicaUnusable extends Error {}
class ReplicaBehind extends ReplicaUnusable {}

export type Replica = ReturnType<typeof openReplica>

type Options = {
  /** The login role on the replica. */
  role: ClientConfig
  /** The pool of the primary. */
  primary: Pool
  log: Log
  /** Where a test wants a shorter rest. */
  retryMs?: number
}

/**
 * A streaming replica of the primary, for reads. It is used while it answers, is a standby of the same database and is not behind.
 * Otherwise, `isUp` is false until a try succeeds. A failed read is the caller's to repeat on the primary.
 */
export function openReplica({ role, primary, log, retryMs = RETRY_MS }: Options) {
  const login = createLogin(role)
  const pool = new Pool({
    ...createPoolConfig(login),
    application_name: 'winkel: reading',
    // A promoted replica takes changes.
    options: `${login.options} -c default_transaction_read_only=on`,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    max: POOL_MAX,
  })
  handleErrors(pool, () => undefined) // the read that is interrupted fails too
  const stopWatching = closeDeadConnections([pool], { login, longestStatementMs: STATEMENT_TIMEOUT_MS })
  const db = new Kysely<DB>({ dialect: createDialect(pool) })
  const permits = createLimiter({
    concurrency: POOL_MAX - 1, // one for tries and metrics
    perKey: PERMITS_PER_BUSINESS,
    maxQueued: POOL_MAX,
    waitMs: QUEUE_WAIT_MS,
  })
  let isUp = false
  let isClosed = false
  let lastProblem: string | undefined
  let retry: NodeJS.Timeout | undefined

  const readPosition = async (): Promise<Position | undefined> => (await primary.query<Position>(SELECT_POSITION)).rows[0]

  const readAt = <T>(position: Position, work: (transaction: Transaction<DB>) => Promise<T>) =>
    db
      .transaction()
      .setAccessMode('read only')
      .execute(async (transaction) => {
        await waitFor(position, transaction)
        return work(transaction)
      })

  function reportFailure(error: unknown) {
    if (isClosed || !isFault(error)) return
    isUp = false
    retry ??= setTimeout(tryAgain, retryMs).unref()
    const problem = getErrorMessage(error)
    if (problem === lastProblem) return
    lastProblem = problem
    log.warn({ event: 'replica_not_used', err: error }, `the replica is not used: ${problem}`)
  }

  async function tryAgain() {
    retry = undefined
    // Without the primary nothing is read, and nothing can be said about the replica.
    const position = await readPosition().catch(() => undefined)
    if (isClosed) return
    if (!position) {
      retry ??= setTimeout(tryAgain, retryMs).unref()
      return
    }
    try {
      await readAt(position, async () => undefined)
      if (isClosed || isUp) return
      isUp = true
      lastProblem = undefined
      log.info({ event: 'replica_used' }, 'exports, reports and long ranges are read from the replica')
    } catch (error) {
      reportFailure(error instanceof ReplicaUnusable ? error : new ReplicaUnusable(getErrorMessage(error), { cause: error }))
    }
  }
  void tryAgain()

  return {
    pool,
    isUp: () => isUp,
    /** Reads what the primary had at this position, or later. `key` is the business, which gets a share of the connections. */
    read: <T>(key: string, position: Position, work: (transaction: Transaction<DB>) => Promise<T>): Promise<T> =>
      permits.run(key, () => readAt(position, work)),
    /** Call it when a read failed. The replica rests if that was its fault. */
    reportFailure,
    /** How far it is behind, in seconds. Rejects when it does not answer. */
    async readLag() {
      const position = await readPosition()
      if (!position) return undefined
      try {
        await readAt(position, async () => undefined)
        return 0
      } catch (error) {
        if (!(error instanceof ReplicaBehind)) throw error
        const { rows } = await pool.query<{ seconds: number | null }>(
          'select extract(epoch from $1::timestamptz - pg_last_xact_replay_timestamp())::float8 as seconds',
          [position.as_at],
        )
        return Math.max(0, rows[0]?.seconds ?? 0)
      }
    },
    /** Waits for reads under way. */
    async close() {
      isClosed = true
      clearTimeout(retry)
      await pool.end()
      stopWatching()
    },
  }
}

/** In the transaction of the read, because another connection may lead to another replica. */
async function waitFor(position: Position, transaction: Transaction<DB>) {
  const state = sql.raw<ReplicaState>(selectReplicaState(position))
  const until = performance.now() + MAX_WAIT_MS
  for (let pause = 1; ; pause = Math.min(2 * pause, MAX_POLL_MS)) {
    const { rows } = await state.execute(transaction)
    const [found] = rows
    if (!found) throw new Error('a select without a table is one row')
    const mismatch = findMismatch(found, position)
    if (mismatch) throw new ReplicaUnusable(mismatch)
    if (found.has_position) return
    if (performance.now() > until) throw new ReplicaBehind('it is behind the primary')
    await delay(pause)
  }
}

const SERIALIZATION_FAILURE = '40001'

/** Whether the replica failed, and not the statement: it would fail on the primary too, or took too long. */
function isFault(error: unknown) {
  if (error instanceof QueueTimeout || isStatementTimeout(error)) return false
  return error instanceof ReplicaUnusable || isUnreachable(error) || getErrorCode(error) === SERIALIZATION_FAILURE
}
