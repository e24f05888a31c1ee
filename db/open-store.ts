import type { ClientConfig } from 'pg'
import { checkServer, parseDatabaseUrl } from './connection/external.ts'
import { createPools, type Pools, withSessionSettings } from './connection/pool.ts'
import { openReplica, type Replica } from './connection/replica.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { CannotStart, DamagedDatabase, getErrorMessage, isDamage, isReadOnly } from './errors.ts'
import type { Log } from './log.ts'
import { checkSchema, migrate } from './migrate.ts'

/** The connection pools on a migrated database. `close` also stops the embedded PostgreSQL, where it is used. */
export type Store = Pools & {
  /** The owner of the database; undefined where only its login role is known. */
  owner?: ClientConfig
  /** For long reads, if the operator has one. */
  replica?: Replica
}

type BeforeUpgrade = (owner: ClientConfig) => Promise<void>

type Options = {
  dataDir: string
  /** The login role on the operator's PostgreSQL; when absent, PostgreSQL is embedded under dataDir. */
  databaseUrl?: string
  /** The owner of that database; when given, the database is migrated first. */
  databaseOwnerUrl?: string
  /** A streaming replica of that database. */
  databaseReadUrl?: string
  log: Log
  /** Runs before an older database is migrated. Its error stops the start. */
  beforeUpgrade?: BeforeUpgrade
}

/** Opens the store, migrated to this code's schema. Throws CannotStart with one sentence when it cannot. */
export async function openStore({ dataDir, databaseUrl, log, beforeUpgrade, ...options }: Options): Promise<Store> {
  if (databaseUrl) {
    const { databaseOwnerUrl, databaseReadUrl } = options
    const migrated = databaseOwnerUrl ? await migrateExternal({ databaseUrl, databaseOwnerUrl, beforeUpgrade }) : undefined
    const login = parseDatabaseUrl(databaseUrl)
    await checkServer(login, 'DATABASE_URL')
    const store = await openPools(login, log)
    return { ...store, owner: migrated?.owner, ...(databaseReadUrl && addReplica(store, parseDatabaseUrl(databaseReadUrl), log)) }
  }
  const embedded = await startEmbedded({ dataDir, log })
  try {
    const owner = withSessionSettings(embedded.owner)
    const login = toLogin(embedded.login)
    await migrate({ owner, login, beforeUpgrade: beforeUpgrade && (() => beforeUpgrade(owner)) })
    const store = await openPools(embedded.login, log)
    return { ...store, owner, close: () => store.close().then(embedded.stop) }
  } catch (error) {
    await embedded.stop()
    throw isDamage(error) ? new DamagedDatabase(dataDir, getErrorMessage(error)) : error
  }
}

type ExternalMigration = {
  databaseUrl: string
  databaseOwnerUrl: string
  beforeUpgrade?: BeforeUpgrade
}

/**
 * Migrates the operator's PostgreSQL as its owner. Creates the role of `databaseUrl`, with its password, if it is missing. Returns the
 * owner's connection, and the last migration before and after.
 */
export async function migrateExternal({ databaseUrl, databaseOwnerUrl, beforeUpgrade }: ExternalMigration) {
  const parsed = parseDatabaseUrl(databaseOwnerUrl)
  await checkServer(parsed, 'DATABASE_OWNER_URL')
  const owner = withSessionSettings(parsed)
  const login = toLogin(parseDatabaseUrl(databaseUrl))
  return { owner, ...(await migrate({ owner, login, beforeUpgrade: beforeUpgrade && (() => beforeUpgrade(owner)) })) }
}

export type EmptyTarget = { owner: ClientConfig; login: { name: string; password?: string }; close(): Promise<void> }

/** The database that a backup is restored into: it may be empty. An embedded one is created where there is none; no server may run on it. */
export async function openTarget({ dataDir, databaseUrl, databaseOwnerUrl, log }: Options): Promise<EmptyTarget> {
  if (!databaseUrl && !databaseOwnerUrl) {
    const embedded = await startEmbedded({ dataDir, log })
    return { owner: withSessionSettings(embedded.owner), login: toLogin(embedded.login), close: embedded.stop }
  }
  if (!databaseUrl || !databaseOwnerUrl)
    throw new CannotStart('Set both DATABASE_URL (the role winkel) and DATABASE_OWNER_URL (the owner).')
  const owner = parseDatabaseUrl(databaseOwnerUrl)
  await checkServer(owner, 'DATABASE_OWNER_URL')
  return { owner: withSessionSettings(owner), login: toLogin(parseDatabaseUrl(databaseUrl)), close: async () => undefined }
}

/** The pools of a server that signs in as `role`, on a database that is already migrated. */
export async function openPools(role: ClientConfig, log: Log): Promise<Store> {
  const pools = createPools(role, log)
  try {
    await checkSchema(pools.pool)
    return pools
  } catch (error) {
    await pools.close()
    throw isReadOnly(error)
      ? new CannotStart('The database takes no changes: DATABASE_URL leads to a standby, or to a database that is read-only.')
      : error
  }
}

/** Adds a replica to a store. Whether it can be used shows later: a server starts without it. */
export function addReplica({ pool, close }: Store, role: ClientConfig, log: Log, retryMs?: number) {
  const replica = openReplica({ role, primary: pool, log, retryMs })
  return { replica, close: () => replica.close().then(close) }
}

const toLogin = ({ user, password }: ClientConfig) => ({
  name: user ?? '',
  password: typeof password === 'string' ? password : undefined,
})
