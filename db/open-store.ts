import { setTimeout as delay } from 'node:timers/promises'
import { Client, type ClientConfig, Pool, type PoolConfig, types } from 'pg'
import { closeDeadConnections } from './connection/dead-connections.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { CannotStart, type Log, messageOf } from './errors.ts'
import { checkSchema, migrate } from './migrate.ts'

const POOL_MAX = 10
const AUTH_POOL_MAX = 3

/** int8 and numeric as numbers: sums of money stay far below 2^53 cents. Dates without a time stay the text they are. */
const PARSERS: Record<number, (text: string) => unknown> = { 20: Number, 1700: Number, 1082: (text) => text }

const typeParsers = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && PARSERS[oid]) || types.getTypeParser(oid, format)) as typeof types.getTypeParser,
}

const CONNECTION_TIMEOUT_MS = 3_000

const STATEMENT_TIMEOUT_MS = 10_000
/** Whoever waits longer for another's lock lets go of the connection, and may try again. */
const LOCK_TIMEOUT_MS = 2_500
const KEEP_ALIVE_AFTER_MS = 10_000

const OLDEST_POSTGRES = { number: 150_014, name: '15.14' }

export type Store = {
  /** Signs in as the login role, which has no rights until scope.ts steps into one of the two that have. */
  pool: Pool
  /** Is winkel_auth from the start, on schema auth. */
  authPool: Pool
  /** For the one connection that listens, which no pool may hold. */
  listenConfig: ClientConfig
  /** The database answers, within `milliseconds`. */
  isReady(milliseconds?: number): Promise<boolean>
  /** Waits for queries under way, then stops the embedded PostgreSQL, if it is that. */
  close(): Promise<void>
}

type Options = {
  dataDir: string
  /** The login role on a PostgreSQL of the operator's own; without it PostgreSQL is embedded under dataDir. */
  databaseUrl?: string
  /** Its owner: when given, the database is migrated first. */
  databaseOwnerUrl?: string
  say: Log
}

/** Opens the store, migrated to this code's schema. Throws CannotStart with one sentence where that cannot be. */
export async function openStore({ dataDir, databaseUrl, databaseOwnerUrl, say }: Options): Promise<Store> {
  if (databaseUrl) {
    if (databaseOwnerUrl) await migrateOutside(databaseUrl, databaseOwnerUrl)
    const login = configOf(databaseUrl)
    await checkServer(login, 'DATABASE_URL')
    return openPools(login, say)
  }
  const embedded = await startEmbedded({ dataDir, say })
  try {
    await migrate({ owner: pinned(embedded.owner), login: loginOf(embedded.login) })
    const store = await openPools(embedded.login, say)
    return { ...store, close: () => store.close().then(embedded.stop) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Migrates an outside PostgreSQL as its owner and makes the role that `databaseUrl` signs in as, with its password, if it is missing. */
export async function migrateOutside(databaseUrl: string, databaseOwnerUrl: string) {
  const owner = configOf(databaseOwnerUrl)
  await checkServer(owner, 'DATABASE_OWNER_URL')
  await migrate({ owner: pinned(owner), login: loginOf(configOf(databaseUrl)) })
}

/** The pools of a server that signs in as `role`, on a database that is already migrated. */
export async function openPools(role: ClientConfig, say: Log): Promise<Store> {
  const login: ClientConfig = {
    ...pinned(role),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  }
  const config: PoolConfig = {
    ...login,
    application_name: 'winkel',
    types: typeParsers,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 30_000,
    idleTimeoutMillis: 60_000,
  }
  const pool = new Pool({ ...config, max: POOL_MAX })
  const authPool = new Pool({
    ...config,
    max: AUTH_POOL_MAX,
    options: `${login.options} -c role=winkel_auth -c search_path=auth`,
  })
  let isClosing = false
  for (const each of [pool, authPool]) {
    // A pool listens to idle connections only; one that breaks while lent out, between two queries, would end the process.
    each.on('connect', (client) => {
      client.on('error', (error) => {
        if (!isClosing) say('warn', 'A connection to the database broke.', error)
      })
    })
    each.on('error', () => undefined)
  }
  const stopWatching = closeDeadConnections([pool, authPool], { login, longestStatementMs: STATEMENT_TIMEOUT_MS })
  const close = async () => {
    isClosing = true
    await Promise.all([pool.end(), authPool.end()])
    stopWatching()
  }
  try {
    await checkSchema(pool)
  } catch (error) {
    await close()
    throw error
  }
  return {
    pool,
    authPool,
    listenConfig: { ...login, application_name: 'winkel: listening' },
    isReady: (milliseconds = 1_500) =>
      Promise.race([
        pool.query('select').then(
          () => true,
          () => false,
        ),
        delay(milliseconds, false, { ref: false }),
      ]),
    close,
  }
}

/** What a database URL says, field by field, so that an option of ours is added to its options and not replaced by them. */
function configOf(url: string): ClientConfig {
  const { user, password, host, port, database, ssl } = new Client({ connectionString: url })
  return {
    user,
    password: password ?? undefined,
    host,
    port,
    database,
    ssl,
    options: new URL(url).searchParams.get('options') ?? undefined,
  }
}

/** Whatever the server, database or role would have it otherwise: in a zone that changes its clocks some days have no midnight. */
const pinned = (config: ClientConfig): ClientConfig => ({
  ...config,
  options: `${config.options ?? ''} -c timezone=UTC -c datestyle=ISO`,
})

const loginOf = ({ user, password }: ClientConfig) => ({
  name: user ?? '',
  password: typeof password === 'string' ? password : undefined,
})

/** One connection, to say in one sentence what else every part of the server would stumble over. */
async function checkServer(config: ClientConfig, variable: string) {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', () => undefined) // connect or query says so too
  try {
    await client.connect()
    const { rows } = await client.query('show server_version_num')
    const version = Number(rows[0].server_version_num)
    if (version < OLDEST_POSTGRES.number) {
      throw new CannotStart(`The PostgreSQL of ${variable} is too old: Winkel needs ${OLDEST_POSTGRES.name} or newer.`)
    }
  } catch (error) {
    throw error instanceof CannotStart
      ? error
      : new CannotStart(`The database of ${variable} cannot be reached: ${messageOf(error)}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
