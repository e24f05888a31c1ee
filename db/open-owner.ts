import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { checkServer, parseDatabaseUrl } from './connection/external.ts'
import { CONNECTION_TIMEOUT_MS, typeParsers, withSessionSettings } from './connection/pool.ts'
import { findOwnerConnection } from './embedded/find-owner-connection.ts'
import { startEmbedded } from './embedded/start-embedded.ts'
import { CannotStart, getErrorCode, getErrorMessage, isUnreachable } from './errors.ts'
import type { Log } from './log.ts'
import { checkOwnerSchema } from './migrate.ts'

type Options = {
  dataDir: string
  databaseUrl?: string
  databaseOwnerUrl?: string
  log: Log
  /** False for a command that also works on a database of another version, or on an empty one. */
  checkVersion?: boolean
}

/** A connection of the owner of the database, to whom row security shows every business. For the operator's commands. */
export type OwnerConnection = {
  client: Client
  /** For further connections. */
  config: ClientConfig
  isEmbedded: boolean
  /** Closes the connection and stops a PostgreSQL that was started for it. */
  close(): Promise<void>
}

/**
 * Connects as the owner of the database. An embedded PostgreSQL that does not run is started, and stopped on `close`.
 * Throws CannotStart with one sentence, before anything is changed, where there is no database, it cannot be reached, or it has
 * another schema than this code's.
 */
export async function openOwner(options: Options): Promise<OwnerConnection> {
  const { dataDir, databaseUrl, databaseOwnerUrl, log, checkVersion = true } = options
  if (databaseUrl && !databaseOwnerUrl) {
    throw new CannotStart('Set DATABASE_OWNER_URL beside DATABASE_URL: this command works as the owner of the database.')
  }
  const source = databaseOwnerUrl ? await openExternal(databaseOwnerUrl) : await openEmbedded(dataDir, log)
  const config: ClientConfig = {
    ...withSessionSettings(source.config),
    types: typeParsers,
    application_name: 'winkel: operator',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
  }
  const client = new Client(config)
  client.on('error', () => undefined) // the interrupted query rejects with the same error
  const close = async () => {
    await client.end().catch(() => undefined)
    await source.stop()
  }
  try {
    await client.connect()
    if (checkVersion) await checkOwnerSchema(client)
    return { client, config, isEmbedded: !databaseOwnerUrl, close }
  } catch (error) {
    await close()
    throw error instanceof CannotStart ? error : new CannotStart(`The database cannot be used: ${getErrorMessage(error)}.`)
  }
}

type Source = { config: ClientConfig; stop(): Promise<void> }

async function openExternal(url: string): Promise<Source> {
  const config = parseDatabaseUrl(url)
  await checkServer(config, 'DATABASE_OWNER_URL')
  return { config, stop: async () => undefined }
}

async function openEmbedded(dataDir: string, log: Log): Promise<Source> {
  const running = await findOwnerConnection(dataDir).catch((error) => {
    if (getErrorCode(error) !== 'ENOENT') throw error
    return undefined
  })
  if (running && (await canConnect(running))) return { config: running, stop: async () => undefined }
  if (!existsSync(join(dataDir, 'postgres', 'PG_VERSION'))) {
    throw new CannotStart(
      `There is no database in ${dataDir}: set DATA_DIR to the folder of the server, or DATABASE_OWNER_URL to its database.`,
    )
  }
  const embedded = await startEmbedded({ dataDir, log })
  return { config: embedded.owner, stop: embedded.stop }
}

/** False where only the file of a PostgreSQL is left that was killed. */
async function canConnect(config: ClientConfig) {
  const client = new Client({ ...config, connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return true
  } catch (error) {
    if (isUnreachable(error)) return false
    throw error
  } finally {
    await client.end().catch(() => undefined)
  }
}
