import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { type Client, type ClientConfig, escapeIdentifier } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { CannotStart } from '../../db/errors.ts'
import { isKnownVersion, migrate, readAppliedVersion } from '../../db/migrate.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { countRows, InvalidBackup, type Manifest } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { openSession } from './session.ts'
import { quoteColumns, quoteTable, readForcedTables, readForeignKeys, readTables, type Table } from './tables.ts'

export type RestoreInput = {
  /** The owner of the database. */
  owner: ClientConfig
  /** The role that the server signs in as. It is created where it is missing. */
  login: { name: string; password?: string }
  files: ObjectStore
  openSource: OpenSource
  /** What checkBackup returned for the same file. */
  manifest: Manifest
  /** Stores the generated secret that is in the file. */
  saveSecret: (secret: string) => Promise<void>
  onRead?: (bytes: number) => void
}

/** Opens a backup from its beginning. It is read twice: nothing is written before all of it was checked. */
type OpenSource = () => Promise<Readable>

/** Reads all of a backup. Throws InvalidBackup when it is not whole and unchanged, or newer than this code. */
export async function checkBackup(openSource: OpenSource, onRead?: (bytes: number) => void): Promise<Manifest> {
  const manifest = await readBackup(await openSource(), { onRead })
  if (await isKnownVersion(manifest.schema_version)) return manifest
  throw new InvalidBackup(
    `The backup was made by a newer Winkel (schema ${manifest.schema_version}): restore it with that version or a newer one.`,
  )
}

/**
 * Fills an empty database with a backup, in one transaction, and migrates it to this version. Throws CannotStart before anything is
 * written when the database has tables, businesses or users.
 */
export async function restoreBackup(input: RestoreInput): Promise<void> {
  const { owner, login, files, openSource, manifest, saveSecret, onRead } = input
  const { client, close } = await openSession(owner, 'winkel: restore')
  try {
    await checkEmpty(client, manifest)
    await migrate({ owner, login, until: manifest.schema_version })
    const tables = await readTables(client)
    checkTables(tables, manifest)
    await client.query('begin; lock table business, auth."user"')
    await checkEmpty(client, manifest)
    const finish = await prepareTables(client, tables)
    const loader = createLoader(client, manifest)
    await readBackup(await openSource(), {
      onRead,
      onPart: loader.load,
      onPicture: (key, content) => files.put(key, content),
      onSecret: saveSecret,
    })
    await loader.end()
    await finish()
    await restoreSequences(client, manifest)
    await checkCounts(client, manifest)
    await client.query('commit')
    await migrate({ owner, login })
    // Index-only scans and good plans from the first request on.
    await client.query('vacuum (analyze)')
  } finally {
    await close()
  }
}

/** Refuses a database with tables of another program, of another version than the backup's, or with businesses or users. */
async function checkEmpty(client: Client, { schema_version }: Manifest) {
  const version = await readAppliedVersion(client)
  if (version === null) {
    const { rows } = await client.query(
      `select count(*)::int as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm') and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
          and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`,
    )
    if (rows[0].tables > 0) throw new CannotStart('The database has tables of another program: restore into an empty database.')
    return
  }
  const { rows } = await client.query('select exists (select from business) or exists (select from auth."user") as has_data')
  if (rows[0].has_data) {
    throw new CannotStart(
      'The database has businesses or users: a backup is restored only into an empty database or a new DATA_DIR. Nothing was changed.',
    )
  }
  if (version !== schema_version) {
    throw new CannotStart(
      `The database is empty but was migrated to ${version}, and the backup has ${schema_version}: restore into a new DATA_DIR or a new database. Nothing was changed.`,
    )
  }
}

function checkTables(tables: Table[], manifest: Manifest) {
  const describe = (list: { schema: string; name: string; columns: string[] }[]) =>
    list.map(({ schema, name, columns }) => `${schema}.${name}(${[...columns].sort().join()})`).sort()
  const [ours, theirs] = [describe(tables), describe(manifest.tables)]
  const different = theirs.find((table) => !ours.includes(table)) ?? ours.find((table) => !theirs.includes(table))
  if (different) {
    throw new InvalidBackup(
      `The backup has other columns than this Winkel at ${manifest.schema_version} (${different}): restore it with the version that made it.`,
    )
  }
}

/**
 * Prepares the tables for COPY, inside the transaction: without the rows that migrations insert, row security of the owner, triggers
 * and foreign keys. Returns what puts all of it back, which checks the foreign keys.
 */
async function prepareTables(client: Client, tables: Table[]) {
  const names = tables.map(quoteTable)
  const forced = (await readForcedTables(client)).map(quoteTable)
  const keys = await readForeignKeys(client)
  const runAll = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const forceSecurity = (word: string) => forced.map((table) => `alter table ${table} ${word} row level security`)
  const setTriggers = (word: string) => names.map((table) => `alter table ${table} ${word} trigger user`)

  await client.query(`truncate ${names.join(', ')}`)
  await runAll([
    ...forceSecurity('no force'),
    ...setTriggers('disable'),
    ...keys.map((key) => `alter table ${quoteTable(key)} drop constraint ${escapeIdentifier(key.constraint_name)}`),
  ])
  return () =>
    runAll([
      ...keys.map(
        (key) => `alter table ${quoteTable(key)} add constraint ${escapeIdentifier(key.constraint_name)} ${key.definition}`,
      ),
      ...setTriggers('enable'),
      ...forceSecurity('force'),
    ])
}

/** Writes parts with one COPY a table. The parts of a table follow each other. */
function createLoader(client: Client, { tables }: Manifest) {
  let table: string | undefined
  let copy: Writable | undefined
  let failure: unknown

  async function end() {
    if (!copy) return
    const ending = copy
    copy = undefined
    ending.end()
    await once(ending, 'finish')
  }
  return {
    end,
    async load(name: string, text: Buffer) {
      if (name !== table) {
        await end()
        table = name
        const known = tables.find(({ schema, name }) => `${schema}.${name}` === table)
        if (!known)
          throw new InvalidBackup(`The backup was changed while it was restored: ${name} is new. Use another copy of it.`)
        copy = client.query(copyFrom(`copy ${quoteColumns(known)} from stdin`))
        copy.on('error', (error) => {
          failure = error
        })
      }
      if (failure) throw failure
      if (copy && !copy.write(text)) await once(copy, 'drain')
    },
  }
}

async function restoreSequences(client: Client, { sequences }: Manifest) {
  for (const { schema, name, last_value } of sequences) {
    const sequence = quoteTable({ schema, name })
    if (last_value === null) await client.query(`alter sequence ${sequence} restart`)
    else await client.query('select setval($1::regclass, $2::bigint)', [sequence, last_value])
  }
}

async function checkCounts(client: Client, manifest: Manifest) {
  let restored = 0
  for (const table of manifest.tables) {
    const { rows } = await client.query(`select count(*)::float8 as rows from ${quoteTable(table)}`)
    restored += rows[0].rows
  }
  if (restored !== countRows(manifest)) throw new Error(`restored ${restored} rows of ${countRows(manifest)}`)
}
