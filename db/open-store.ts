import { Client, type ClientConfig } from 'pg'
import { CONNECTION_TIMEOUT_MS, createPools, type Pools, withSessionSettings } from './connection/pool.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { CannotStart, DamagedDatabase, getErrorMessage, isDamage } from './errors.ts'
import type { Log } from './log.ts'
import { checkSchema, migrate } from './migrate.ts'

const OLDEST_POSTGRES = { number: 150_014, name: '15.14' }

/** The connection pools on a migrated database. `close` also stops the embedded PostgreSQL, where it is used. */
export type Store = Pools

type Options = {
  dataDir: string
  /** The login role on the operator's PostgreSQL; when absent, PostgreSQL is embedded under dataDir. */
  databaseUrl?: string
  /** The owner of that database; when given, the database is migrated first. */
  databaseOwnerUrl?: string
  log: Log
}

/** Opens the store, migrated to this code's schema. Throws CannotStart with one sentence when it cannot. */
export async function openStore({ dataDir, databaseUrl, databaseOwnerUrl, log }: Options): Promise<Store> {
  if (databaseUrl) {
    if (databaseOwnerUrl) await migrateExternal(databaseUrl, databaseOwnerUrl)
    const login = parseDatabaseUrl(databaseUrl)
    await checkServer(login, 'DATABASE_URL')
    return openPools(login, log)
  }
  const embedded = await startEmbedded({ dataDir, log })
  try {
    await migrate({ owner: withSessionSettings(embedded.owner), login: toLogin(embedded.login) })
    const store = await openPools(embedded.login, log)
    return { ...store, close: () => store.close().then(embedded.stop) }
  } catch (error) {
    await embedded.stop()
    throw isDamage(error) ? new DamagedDatabase(dataDir, getErrorMessage(error)) : error
  }
}

/** Migrates the operator's PostgreSQL as its owner. Creates the role of `databaseUrl`, with its password, if it is missing. */
export async function migrateExternal(databaseUrl: string, databaseOwnerUrl: string) {
  const owner = parseDatabaseUrl(databaseOwnerUrl)
  await checkServer(owner, 'DATABASE_OWNER_URL')
  await migrate({ owner: withSessionSettings(owner), login: toLogin(parseDatabaseUrl(databaseUrl)) })
}

/** The pools of a server that signs in as `role`, on a database that is already migrated. */
export async function openPools(role: ClientConfig, log: Log): Promise<Store> {
  const pools = createPools(role, log)
  try {
    await checkSchema(pools.pool)
    return pools
  } catch (error) {
    await pools.close()
    throw error
  }
}

/** The fields of a database URL: with a connection string, pg would ignore the options that are added to those of the URL. */
function parseDatabaseUrl(url: string): ClientConfig {
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

const toLogin = ({ user, password }: ClientConfig) => ({
  name: user ?? '',
  password: typeof password === 'string' ? password : undefined,
})

/** Connects once, to report the most common problems in one sentence. */
async function checkServer(config: ClientConfig, variable: string) {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', () => undefined) // connect or query fails too
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
      : new CannotStart(`The database of ${variable} cannot be reached: ${getErrorMessage(error)}.`)
  } finally {
    await client.end().catch(() => undefined)
  }
}
