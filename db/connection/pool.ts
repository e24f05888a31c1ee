import { setTimeout as delay } from 'node:timers/promises'
import { type ClientConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { isReadOnly, ReadOnlyDatabase } from '../errors.ts'
import type { Log } from '../log.ts'
import { closeDeadConnections } from './dead-connections.ts'

export const POOL_MAX = 10
const AUTH_POOL_MAX = 3

/** int8 and numeric as numbers: sums of money stay far below 2^53 cents. Dates without a time stay text. */
const PARSERS: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1082: (text) => text }

export const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

export const CONNECTION_TIMEOUT_MS = 3_000
export const STATEMENT_TIMEOUT_MS = 10_000
/** A statement that waits longer for a lock fails and frees its connection. */
const LOCK_TIMEOUT_MS = 2_500
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000
const IDLE_CONNECTION_TIMEOUT_MS = 60_000
const KEEP_ALIVE_DELAY_MS = 10_000
const READY_TIMEOUT_MS = 1_500

export type Pools = ReturnType<typeof createPools>

export const createLogin = (role: ClientConfig): ClientConfig => ({
  ...withSessionSettings(role),
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
  connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
})

export const createPoolConfig = (login: ClientConfig): PoolConfig => ({
  ...login,
  application_name: 'winkel',
  types: typeParsers,
  statement_timeout: STATEMENT_TIMEOUT_MS,
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
})

/** The connection pools of a server that signs in as `role`. */
export function createPools(role: ClientConfig, log: Log) {
  const login = createLogin(role)
  const config: PoolConfig = {
    ...createPoolConfig(login),
    // Of each new connection: after a failover, an address may lead to a standby for a while.
    verify: (client, callback) => void refuseReadOnly(client).then(() => callback(), callback),
  }
  /** Signs in as the login role, which has no rights until a tenant scope switches to one of the two roles that have. */
  const pool = new Pool({ ...config, max: POOL_MAX })
  /** Has the role winkel_auth and the schema auth from the start. */
  const authPool = new Pool({
    ...config,
    max: AUTH_POOL_MAX,
    options: `${login.options} -c role=winkel_auth -c search_path=auth`,
  })
  let isClosing = false
  const logBrokenConnection = (error: Error) => {
    if (!isClosing) log.warn({ event: 'connection_broken', err: error }, 'a connection to the database broke')
  }
  for (const each of [pool, authPool]) handleErrors(each, logBrokenConnection)
  const stopWatching = closeDeadConnections([pool, authPool], { login, longestStatementMs: STATEMENT_TIMEOUT_MS })

  return {
    pool,
    authPool,
    /** For the connection that listens for notifications, which cannot come from a pool. */
    listenConfig: { ...login, application_name: 'winkel: listening' } as ClientConfig,
    /** Why the database cannot be used: it does not answer within `milliseconds`, or takes no changes. Undefined when it can. */
    findObstacle: (milliseconds = READY_TIMEOUT_MS) =>
      Promise.race([
        checkWritable(pool).then(
          () => undefined,
          (error) => (isReadOnly(error) ? 'read only' : 'database away'),
        ),
        delay(milliseconds, 'database away', { ref: false }),
      ]),
    /** Waits for queries under way. */
    async close() {
      isClosing = true
      await Promise.all([pool.end(), authPool.end()])
      stopWatching()
    },
  }
}

async function refuseReadOnly(client: PoolClient) {
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select current_setting('transaction_read_only')::boolean as is_read_only`,
  )
  if (rows[0]?.is_read_only) throw new ReadOnlyDatabase()
}

/** Rejects with ReadOnlyDatabase where the database takes no changes. The connection that says so is not used again. */
async function checkWritable(pool: Pool) {
  const client = await pool.connect()
  await refuseReadOnly(client).then(
    () => client.release(),
    (error) => {
      client.release(true)
      throw error
    },
  )
}

/** A pool listens for errors of its idle connections only: one that breaks in use, between two queries, would end the process. */
export function handleErrors(pool: Pool, onError: (error: Error) => void) {
  pool.on('connect', (client) => void client.on('error', onError))
  pool.on('error', () => undefined)
}

/**
 * UTC and ISO dates, whatever the server, the database or the role sets: in some time zones some days have no midnight. No JIT: to
 * compile a statement takes longer than these statements run, and PostgreSQL's default halves single sales.
 */
export const withSessionSettings = (config: ClientConfig): ClientConfig => ({
  ...config,
  options: `${config.options ?? ''} -c timezone=UTC -c datestyle=ISO -c jit=off`,
})
