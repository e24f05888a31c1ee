import { hostname } from 'node:os'
import { Client, type ClientConfig } from 'pg'
import { CannotStart, getErrorCode, getErrorMessage, isUnreachable } from '../../db/errors.ts'
import { BACKUP_ROLE } from '../../db/roles.ts'
import type { OperatorConfig } from '../config.ts'
import { createObjectStore } from '../storage/object-store.ts'
import { findAuthSecret } from './auth-secret.ts'
import type { BackupStore } from './backup-store.ts'
import { createEncryption } from './encryption.ts'
import { readErased, writeMissingMarks } from './erased-marks.ts'
import { findLocation } from './find-location.ts'
import { openSession } from './session.ts'
import { type BackupKind, createBackupName, findBackupFolder, LOST_EXTENSION, listBackups } from './stored-backups.ts'
import { type BackupInput, type WrittenBackup, writeBackup } from './write-backup.ts'

/** Of a function, and of a table that it reads: a database of an older release. */
const UNDEFINED = ['42883', '42P01']
const MEGABYTE = 1024 * 1024
/** A backup in the place of the server's leaves this much of the disk free, for the database and the pictures that go on growing. */
const KEEP_FREE_BYTES = 256 * MEGABYTE
/** The next backup may be this much larger than the last one. */
const GROWTH = 1.5

export type BackupConfig = Pick<
  OperatorConfig,
  'dataDir' | 'filesUrl' | 'backupUrl' | 'backupEncryptTo' | 'backupIdentityFile'
> & {
  authSecret?: string
}

/** Whether this server reads the backups that it makes. */
export const canReadBackups = ({ backupEncryptTo, backupIdentityFile }: BackupConfig) =>
  backupEncryptTo === undefined || backupIdentityFile !== undefined

type Options = Pick<BackupInput, 'isLocked' | 'signal' | 'onProgress'> & {
  config: BackupConfig
  /** The role of backups, or one that may switch to it: the owner. */
  database: ClientConfig
  kind: BackupKind
  /** A file, a folder or a bucket. BACKUP_URL or DATA_DIR/backups by default. */
  location?: string
}

export type MadeBackup = { location: string; name: string } & WrittenBackup

/**
 * Makes a backup of the database and the pictures. Pictures that cannot be read are in `lost`, and the rest is backed up. Nothing is left
 * of one that fails. Throws CannotStart with a sentence.
 */
export async function makeBackup(options: Options): Promise<MadeBackup> {
  try {
    return await writeToStore(options)
  } catch (error) {
    throw toSentence(error, options.signal)
  }
}

async function writeToStore({ config, database, kind, location, ...options }: Options): Promise<MadeBackup> {
  const found = location === undefined ? { store: await findBackupFolder(config) } : await findLocation(location)
  const isEncrypted = config.backupEncryptTo !== undefined
  const { store, name = createBackupName(new Date(), kind, isEncrypted) } = { name: undefined, ...found }
  const databaseBytes = await readDatabaseSize(database)
  // A place that the operator names, such as a stick, may be filled.
  const keepFreeBytes = location === undefined ? KEEP_FREE_BYTES : 0
  await checkSpace(store, databaseBytes, keepFreeBytes)
  // A restore of it must not bring back what another server has erased.
  await writeMissingMarks(store, (await asBackupRole(database, readErased)) ?? [])
  const authSecret = await findAuthSecret(config.dataDir, config.authSecret)
  const files = createObjectStore(config)
  const encrypt = config.backupEncryptTo && (await createEncryption(config.backupEncryptTo))
  const written = await store.write(name, (output) => writeBackup({ database, files, authSecret, encrypt, ...options }, output), {
    expectedBytes: databaseBytes,
    keepFreeBytes,
  })
  if (written.lost.length > 0) await noteLost(store, name, written).catch(() => undefined) // the caller tells it too
  const made = { location: store.describe(name), name }
  // Without this, another server makes one too.
  await asBackupRole(database, (client) =>
    client.query('select record_backup($1, $2, $3, $4)', [kind, name, made.location, hostname()]),
  ).catch(() => undefined)
  return { ...made, ...written }
}

/** Errors that say what to do pass. Others become a sentence: their stack tells an operator nothing. */
function toSentence(error: unknown, signal: AbortSignal | undefined) {
  if (error instanceof CannotStart || signal?.aborted) return error
  if (isUnreachable(error)) return new CannotStart(`The database does not answer: ${getErrorMessage(error)}.`, { cause: error })
  return new CannotStart(`The backup could not be made: ${getErrorMessage(error)}.`, { cause: error })
}

/** Undefined on a database of a version that has not yet what is asked. */
async function asBackupRole<T>(database: ClientConfig, work: (client: Client) => Promise<T>) {
  const { client, close } = await openSession(database, 'winkel: backup', BACKUP_ROLE)
  try {
    return await work(client)
  } catch (error) {
    if (UNDEFINED.includes(getErrorCode(error) ?? '')) return undefined
    throw error
  } finally {
    await close()
  }
}

/** A file beside the backup, by which people and doctor see that pictures are missing in it. */
async function noteLost(store: BackupStore, name: string, { lost }: WrittenBackup) {
  await store.remove(name + LOST_EXTENSION) // of an earlier backup of this name
  await store.write(name + LOST_EXTENSION, async (output) => {
    output.end(`These files of pictures are not in ${name}:\n${lost.map(({ file, reason }) => `${file} (${reason})\n`).join('')}`)
  })
}

/** Refuses to begin where the disk has less space than the last backup had, with a margin, or than a first one may need. */
export async function checkSpace(
  store: Pick<BackupStore, 'describe' | 'findFreeBytes' | 'list'>,
  databaseBytes: number,
  keepFreeBytes: number,
) {
  const free = await store.findFreeBytes()
  if (free === undefined) return
  const [last] = await listBackups(store)
  // Without indexes and compressed, a backup is a small part of its database.
  const needed = (last ? last.bytes * GROWTH : databaseBytes / 2) + keepFreeBytes
  if (free >= needed) return
  const inMegabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE).toLocaleString('en')} MB`
  throw new CannotStart(
    `There is too little space for a backup in ${store.describe('')}: ${inMegabytes(free)} are free and ${inMegabytes(needed)} are needed. Free some, or choose another place.`,
  )
}

async function readDatabaseSize(database: ClientConfig): Promise<number> {
  const client = new Client({ ...database, types: undefined })
  client.on('error', () => undefined) // the query rejects too
  await client.connect()
  try {
    const { rows } = await client.query('select pg_database_size(current_database())::float8 as bytes')
    return rows[0].bytes
  } finally {
    await client.end()
  }
}
