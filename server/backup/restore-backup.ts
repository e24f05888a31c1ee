import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { Client, ClientConfig } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { startEpoch } from '../../db/epoch.ts'
import { CannotStart } from '../../db/errors.ts'
import { migrate } from '../../db/migrate.ts'
import { isKnownVersion } from '../../db/migration-files.ts'
import { readAppliedVersion } from '../../db/migration-state.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { InvalidBackup, type Manifest } from './manifest.ts'
import { readBackup } from './read-backup.ts'
import { openSession } from './session.ts'
import { quoteColumns, quoteTable, readForcedTables, readForeignKeys, readIndexes, readTables, type Table } from './tables.ts'

/** Enough to sort the keys of some millions of rows. */
const INDEX_MEMORY = '256MB'

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
    checkCounts(manifest, loader.rows)
    await finish()
    await restoreSequences(client, manifest)
    await client.query('commit')
    await migrate({ owner, login })
    await startEpoch(client, new Date(manifest.made_at))
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
 * Prepares the tables for COPY, inside the transaction: without the rows that migrations insert, row security of the owner, triggers,
 * foreign keys and indexes. Returns what puts all of it back: it builds each index at once and checks the foreign keys.
 */
async function prepareTables(client: Client, tables: Table[]) {
  const names = tables.map(quoteTable)
  const forced = (await readForcedTables(client)).map(quoteTable)
  const keys = await readForeignKeys(client)
  const indexes = await readIndexes(client)
  const runAll = async (statements: string[]) => {
    for (const statement of statements) await client.query(statement)
  }
  const forceSecurity = (word: string) => forced.map((table) => `alter table ${table} ${word} row level security`)
  const setTriggers = (word: string) => names.map((table) => `alter table ${table} ${word} trigger user`)

  await client.query(`truncate ${names.join(', ')}`)
  await runAll([
    ...forceSecurity('no force'),
    ...setTriggers('disable'),
    ...[...keys, ...indexes].map(({ drop }) => drop),
    `set local maintenance_work_mem = '${INDEX_MEMORY}'`,
  ])
  return () => runAll([...[...indexes, ...keys].map(({ add }) => add), ...setTriggers('enable'), ...forceSecurity('force')])
}

/** Writes parts with one COPY a table. The parts of a table follow each other. `rows` has the number of rows of each table. */
function createLoader(client: Client, { tables }: Manifest) {
  const rows = new Map<string, number>()
  let table = ''
  let copy: CopyStreamQuery | undefined
  let failure: unknown

  async function end() {
    if (!copy) return
    const ending = copy
    copy = undefined
    ending.end()
    await once(ending, 'finish')
    rows.set(table, ending.rowCount)
  }
  return {
    rows,
    end,
    async load(name: string, text: Buffer) {
      if (name !== table) {
        await end()
        table = name
        const known = tables.find(({ schema, name }) => `${schema}.${name}` === table)
        if (!known)
          throw new InvalidBackup(`The backup was changed while it was restored: ${name} is new. Use another copy of it.`)
        // The table was truncated in this transaction, so its rows can be written as VACUUM leaves them.
        copy = client.query(copyFrom(`copy ${quoteColumns(known)} from stdin (freeze)`))
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

function checkCounts({ tables }: Manifest, loaded: Map<string, number>) {
  for (const { schema, name, rows } of tables) {
    const restored = loaded.get(`${schema}.${name}`) ?? 0
    if (restored !== rows) throw new Error(`restored ${restored} rows of ${rows} of ${schema}.${name}`)
  }
}
