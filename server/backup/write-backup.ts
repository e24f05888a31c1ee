import { type Readable, Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client, ClientConfig } from 'pg'
import { pack } from 'tar-stream'
import { CannotStart } from '../../db/errors.ts'
import { DATABASE_LOCKS, tryLock } from '../../db/locks.ts'
import { readAppliedVersion } from '../../db/migration-state.ts'
import { BACKUP_ROLE } from '../../db/roles.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import {
  CHECKSUM_ENTRY,
  FORMAT,
  FORMAT_ENTRY,
  fingerprint,
  hash,
  MANIFEST_ENTRY,
  type Manifest,
  partName,
  SECRET_ENTRY,
  type TableParts,
} from './manifest.ts'
import { openSession } from './session.ts'
import { readTableParts } from './table-parts.ts'
import { checkReadable, readSequences, readTables, type Table } from './tables.ts'
import { findStillNamed, type LostPicture, writePictures } from './write-pictures.ts'
import { compress } from './zstd.ts'

export type BackupInput = {
  /** The role of backups, or one that may switch to it: the owner. */
  database: ClientConfig
  files: ObjectStore
  /** The secret that is in use, where it is known. Only a generated one goes into the file. */
  authSecret?: { value: string; isGenerated: boolean }
  encrypt?: (source: AsyncIterable<Uint8Array>) => AsyncIterable<Uint8Array>
  /** True when the caller holds the lock of backups. */
  isLocked?: boolean
  signal?: AbortSignal
  /** `total` is about the size of the tables on disk; `done` is the share of it that was read. */
  onProgress?: (progress: { done: number; total: number; rows: number }) => void
}

export type WrittenBackup = { manifest: Manifest; bytes: number; lost: LostPicture[] }

type Entry = (name: string, content: Uint8Array | string) => Promise<void>

/**
 * Writes all rows as one snapshot has them, the pictures that these rows name, and the generated secret to `output`, and ends it.
 * Memory stays flat. `lost` are the pictures that could not be read. Throws CannotStart when another backup or a migration is under way.
 */
export async function writeBackup(input: BackupInput, output: Writable): Promise<WrittenBackup> {
  const { client, close } = await openSession(input.database, 'winkel: backup', BACKUP_ROLE)
  const archive = pack()
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const { encrypt, signal } = input
  const piped = encrypt
    ? pipeline(archive as unknown as Readable, encrypt, count, output, { signal })
    : pipeline(archive, count, output, { signal })
  // An entry that waits for an output that has failed would wait for ever.
  const failed = piped.then(() => new Promise<never>(() => undefined))
  failed.catch(() => undefined)
  const made_at = new Date()
  const addEntry: Entry = (name, content) => {
    const body =
      typeof content === 'string' ? Buffer.from(content) : Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    const written = new Promise<void>((resolve, reject) => {
      archive.entry({ name, size: body.length, mode: 0o600, mtime: made_at }, body, (error) =>
        error ? reject(error) : resolve(),
      )
    })
    return Promise.race([written, failed])
  }
  try {
    if (!input.isLocked) await lockBackups(client)
    await addEntry(FORMAT_ENTRY, JSON.stringify({ winkel_backup: FORMAT }))
    const { manifest, lost } = await writeEntries(client, input, addEntry, made_at)
    const text = `${JSON.stringify(manifest, null, 1)}\n`
    await addEntry(MANIFEST_ENTRY, text)
    await addEntry(CHECKSUM_ENTRY, `${hash(text)}\n`)
    archive.finalize()
    await piped
    return { manifest, bytes, lost }
  } catch (error) {
    archive.destroy()
    output.destroy()
    await piped.catch(() => undefined)
    input.signal?.throwIfAborted()
    throw error
  } finally {
    await close()
  }
}

async function lockBackups(client: Client) {
  if (!(await tryLock(client, DATABASE_LOCKS.backup)))
    throw new CannotStart('Another backup of this database, or a migration, is under way: try again when it has ended.')
}

async function writeEntries(client: Client, input: BackupInput, addEntry: Entry, made_at: Date) {
  await client.query('begin transaction isolation level repeatable read, read only')
  const schema_version = await readAppliedVersion(client)
  if (schema_version === null) throw new CannotStart('The database is empty: there is nothing to back up.')
  const { rows: settings } = await client.query('show server_version')
  await checkReadable(client)
  const tables = await readTables(client)
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const parts: TableParts[] = []
  let done = 0
  let rows = 0
  for (const table of tables) {
    const written = await writeTable(client, table, addEntry, (part) => {
      rows += part.rows
      // Text of COPY is about as large as the table.
      input.onProgress?.({ done: done + Math.min(table.bytes, part.bytesSoFar), total, rows })
    })
    parts.push(written)
    done += table.bytes
    // A table is larger than its text when it has empty space.
    input.onProgress?.({ done, total, rows })
  }
  const { pictures, lost } = await writePictures(client, { ...input, addEntry })
  const sequences = await readSequences(client)
  await client.query('commit')
  const stillNamed = await findStillNamed(client, lost)
  const { authSecret } = input
  if (authSecret?.isGenerated) await addEntry(SECRET_ENTRY, authSecret.value)
  const manifest: Manifest = {
    format: FORMAT,
    made_at: made_at.toISOString(),
    schema_version,
    postgres_version: settings[0].server_version,
    auth_secret: { is_included: authSecret?.isGenerated ?? false, fingerprint: authSecret && fingerprint(authSecret.value) },
    tables: parts,
    sequences,
    pictures: { ...pictures, missing: stillNamed.length },
  }
  return { manifest, lost: stillNamed }
}

type OnPart = (part: { rows: number; bytesSoFar: number }) => void

/** One part is compressed and written while PostgreSQL sends the next one. */
async function writeTable(client: Client, table: Table, addEntry: Entry, onPart: OnPart): Promise<TableParts> {
  const { schema, name, columns } = table
  const written: TableParts = { schema, name, columns, rows: 0, parts: [] }
  let writing = Promise.resolve()
  let bytesSoFar = 0
  for await (const { text, rows } of readTableParts(client, table)) {
    await writing
    writing = (async () => {
      const bytes = await compress(text)
      const part = { name: partName(table, written.parts.length + 1), rows, bytes: bytes.length, sha256: hash(bytes) }
      await addEntry(part.name, bytes)
      written.parts.push(part)
      written.rows += rows
      bytesSoFar += text.length
      onPart({ rows, bytesSoFar })
    })()
    writing.catch(() => undefined) // awaited in the next round
  }
  await writing
  return written
}
