import type { ClientConfig } from 'pg'
import { checkServer, parseDatabaseUrl } from './connection/external.ts'
import { createPools, type Pools, withSessionSettings } from './connection/pool.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { DamagedDatabase, getErrorMessage, isDamage } from './errors.ts'
import type { Log } from './log.ts'
import { checkSchema, migrate } from './migrate.ts'

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

const toLogin = ({ user, password }: ClientConfig) => ({
  name: user ?? '',
  password: typeof password === 'string' ? password : undefined,
})
