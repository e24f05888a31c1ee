import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type ClientBase, type ClientConfig, escapeIdentifier, escapeLiteral, Pool } from 'pg'
import { describeDifferences } from './catalogue/describe-differences.ts'
import { MIGRATION_SCHEMA } from './catalogue/read-catalogue.ts'
import { type ChangedBefore, CREATE_RECORD, findChangesBeforeUpgrade, recordCatalogue } from './catalogue/record-catalogue.ts'
import { CannotStart, getErrorCode, getErrorMessage } from './errors.ts'
import { formatCommand } from './format-command.ts'
import { DATABASE_LOCKS, takeLock } from './locks.ts'
import {
  findOldestVersion,
  type ReleasedMigrations,
  readFunctions,
  readMigrationNames,
  readMigrations,
  readReleasedMigrations,
  type SqlFile,
} from './migration-files.ts'
import { readAppliedVersion, readState, type State } from './migration-state.ts'
import { createRoles, grantBackupRights, type Login, ROLES } from './roles.ts'

/** The functions that the login role may execute: those that enter a business, and three that return the schema version and what belongs to it. */
const LOGIN_FUNCTIONS = [
  'enter_business(text)',
  'enter_own_business(text)',
  'enter_with_right(text)',
  'enter_own_with_right(text)',
  'enter_till_keys(bytea[])',
  // Of servers of the release before.
  'enter_tills(bytea[])',
  'enter_read_key(bytea)',
  'use_read_key(bytea)',
  'schema_version()',
  'oldest_version()',
  'recorded_catalogue()',
]

/** Tills sell while a database is migrated. A migration that waits for a table makes them wait, so it gives up and tries again. */
const LOCK_TIMEOUT = '2s'
const LOCK_NOT_AVAILABLE = '55P03'
const UNDEFINED_FUNCTION = '42883'
const MAX_LOCK_ATTEMPTS = 30
const LOCK_PAUSE_MS = 1_000

export type Migrated = { from: string | null; to: string | null }

export type MigrateOptions = {
  /** Must own the database and have CREATEROLE. */
  owner: ClientConfig
  login: Login
  /** The name of the last migration to run; the newest by default. */
  until?: string
  /** Runs before a database that was migrated before is changed, with the lock of backups held. Its error stops the migration. */
  beforeUpgrade?: () => Promise<void>
  /** Migrations other than this code's. They have functions only in a folder of their own. */
  folder?: string
  functions?: string
  released?: ReleasedMigrations
}

/**
 * Migrates the database to this code's schema, creates its functions where they differ, and creates the missing roles. Any number of
 * servers may call it at once. When it is interrupted, a later call goes on where it stopped. A database that the next release has migrated
 * stays as it is. Returns the last migration before and after.
 */
export async function migrate({
  owner,
  login,
  until,
  beforeUpgrade,
  folder,
  functions,
  released,
}: MigrateOptions): Promise<Migrated> {
  const pool = new Pool({ ...owner, application_name: 'winkel: migrating', max: 2 })
  pool.on('error', () => undefined) // the interrupted query rejects with the same error
  try {
    const lock = await pool.connect()
    try {
      await takeLock(lock, DATABASE_LOCKS.migration)
      const files = await readMigrations(folder)
      const known = files.map(({ name }) => name)
      const state = await readState(lock)
      refuseOtherVersion(state, known)
      await createRoles(lock, login)
      if (isOfNextRelease(state, known)) return { from: state.applied, to: state.applied }
      refuseOtherFiles(state, files)
      const changed = await findChangedFunctions(state, { until, folder, functions })
      let before: ChangedBefore | undefined
      if (state.applied !== null && (state.applied !== known.at(-1) || changed.length > 0)) {
        await takeLock(lock, DATABASE_LOCKS.backup)
        before = await refuseChanged(lock, login)
        await beforeUpgrade?.()
      }
      await runMigrations(pool, files, until)
      const applied = await readAppliedVersion(lock)
      if (applied === null) return { from: null, to: null }
      await createVersionFunctions(lock, findOldestVersion(applied, released ?? (folder ? {} : await readReleasedMigrations())))
      if (changed.length > 0) await createFunctions(lock, changed)
      await grantLoginFunctions(lock, login)
      await grantBackupRights(lock)
      await recordCatalogue(lock, { version: applied, roles: ROLES, login: login.name, before })
      return { from: state.applied, to: applied }
    } finally {
      lock.release(true) // closes the connection, which releases the advisory lock
    }
  } finally {
    await pool.end()
  }
}

/**
 * Refuses a database with another schema than this code's or the next release's, and a login role to which row-level security does not
 * apply.
 */
export async function checkSchema(pool: Pool, folder?: string) {
  const { rows } = await pool
    .query(
      `select schema_version() as applied, oldest_version() as oldest,
              pg_has_role((select nspowner from pg_namespace where nspname = $1), 'usage') as owns`,
      [MIGRATION_SCHEMA],
    )
    .catch((error) => {
      // undefined function, insufficient privilege
      if (['42883', '42501'].includes(getErrorCode(error) ?? '')) return { rows: [{ applied: null, oldest: null, owns: false }] }
      throw error
    })
  const { applied, oldest, owns } = rows[0] as { applied: string | null; oldest: string | null; owns: boolean }
  if (owns) {
    throw new CannotStart(
      'DATABASE_URL signs in as a role that owns the tables or is a superuser, to which row-level security does not apply: give it a login role of its own.',
    )
  }
  const known = await readMigrationNames(folder)
  refuseOtherVersion({ applied, oldest }, known)
  if (!isOfNextRelease({ applied, oldest }, known)) refuseOlderVersion(applied, known)
}

/** Refuses a database with another schema than this code's, on a connection of its owner. */
export async function checkOwnerSchema(owner: ClientBase, folder?: string) {
  const known = await readMigrationNames(folder)
  const applied = await readAppliedVersion(owner)
  refuseOtherVersion({ applied, oldest: null }, known)
  refuseOlderVersion(applied, known)
}

async function runMigrations(pool: Pool, files: SqlFile[], until: string | undefined) {
  await pool.query(
    `create schema if not exists ${MIGRATION_SCHEMA};
     create table if not exists ${MIGRATION_SCHEMA}.checksum (name text primary key, sha256 text not null)`,
  )
  // `db` is not destroyed, because that would end the pool.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrations = Object.fromEntries(files.map((file) => [file.name, toMigration(file)]))
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    migrationTableSchema: MIGRATION_SCHEMA,
  })

  await retryWhileLocked(async () => {
    const { error, results } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until))
    const failed = results?.find(({ status }) => status === 'Error')
    if (error) throw failed ? new CannotStart(describeFailure(failed.migrationName, error), { cause: error }) : error
  })
}

async function retryWhileLocked(work: () => Promise<void>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isLocked = [error, (error as Error).cause].some((reason) => getErrorCode(reason) === LOCK_NOT_AVAILABLE)
      if (!isLocked || attempt === MAX_LOCK_ATTEMPTS) throw error
      await sleep(LOCK_PAUSE_MS)
    }
  }
}

const describeFailure = (name: string, error: unknown) =>
  `Migration ${name} failed, nothing of it was kept: ${getErrorMessage(error)}. The database is as it was before, so the version that ran before goes on with it. Start that version, and report this message.`

/** All migrations of a call are one transaction. */
const toMigration = ({ name, text, sha256 }: SqlFile): Migration => ({
  async up(db) {
    await sql.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`).execute(db)
    await sql.raw(text).execute(db)
    await sql`insert into ${sql.table(`${MIGRATION_SCHEMA}.checksum`)} values (${name}, ${sha256})`.execute(db)
  },
})

/** The files whose functions the database does not have, or has otherwise. None on the way to an older schema, which has its own. */
async function findChangedFunctions({ functions }: State, options: Pick<MigrateOptions, 'until' | 'folder' | 'functions'>) {
  if (options.until !== undefined || (options.folder && !options.functions)) return []
  return (await readFunctions(options.functions)).filter(({ name, sha256 }) => functions?.get(name) !== sha256)
}

/**
 * All files are one transaction. It deletes the record of the catalogue, which is written again afterwards, also by the next call when
 * this one is interrupted.
 */
const createFunctions = (owner: ClientBase, files: SqlFile[]) =>
  retryWhileLocked(async () => {
    try {
      await owner.query(`begin; set local lock_timeout = '${LOCK_TIMEOUT}'; delete from ${MIGRATION_SCHEMA}.catalogue`)
      await createInOrder(owner, files)
      const names = files.map(({ name }) => name)
      await owner.query(
        `insert into ${MIGRATION_SCHEMA}.checksum select * from unnest($1::text[], $2::text[])
         on conflict (name) do update set sha256 = excluded.sha256`,
        [names, files.map(({ sha256 }) => sha256)],
      )
      await owner.query('commit')
    } catch (error) {
      await owner.query('rollback').catch(() => undefined)
      throw error
    }
  })

/** A file that names a function of a later file is run after it. When none can be run, the first is run alone for its error. */
async function createInOrder(owner: ClientBase, files: SqlFile[]) {
  const later: SqlFile[] = []
  for (const file of files) {
    await owner.query('savepoint file')
    try {
      await owner.query(file.text)
    } catch (cause) {
      await owner.query('rollback to file')
      if (getErrorCode(cause) !== UNDEFINED_FUNCTION || files.length === 1) {
        const message = `The file db/${file.name}.sql failed, all functions are as they were before: ${getErrorMessage(cause)}. Report this message.`
        throw new CannotStart(message, { cause })
      }
      later.push(file)
    }
  }
  if (later.length > 0) await createInOrder(owner, later.length < files.length ? later : later.slice(0, 1))
}

/** A server asks as its login role, so a function of the owner answers. */
const createVersionFunctions = (owner: ClientBase, oldest: string) =>
  owner.query(`
    ${CREATE_RECORD};
    create or replace function public.oldest_version() returns text language sql stable set search_path = pg_catalog
      as $$ select ${escapeLiteral(oldest)} $$;
    revoke execute on function public.oldest_version() from public`)

async function grantLoginFunctions(client: ClientBase, login: Login) {
  const loginName = escapeIdentifier(login.name)
  const { rows } = await client.query(
    'select current_database() as database, array(select f from unnest($1::text[]) f where to_regprocedure(f) is not null) as functions',
    [LOGIN_FUNCTIONS.map((name) => `public.${name}`)],
  )
  await client.query(
    `grant connect on database ${escapeIdentifier(rows[0].database)} to ${loginName}; grant usage on schema public to ${loginName}`,
  )
  for (const name of rows[0].functions) await client.query(`grant execute on function ${name} to ${loginName}`)
}

/** Refuses a database that requests cannot rely on. Returns what else was changed by hand, which is no part of the new version. */
async function refuseChanged(owner: ClientBase, { name }: Login) {
  const { differences, before } = await findChangesBeforeUpgrade(owner, name)
  const found = describeDifferences(differences)
  if (found) throw new CannotStart(`${found.sentence} It was not migrated. ${found.remedy}`)
  return before
}

/** The next release has migrated the database so that servers of this one go on. */
const isOfNextRelease = ({ applied, oldest }: State, known: string[]) =>
  applied !== null && oldest !== null && !known.includes(applied) && known.includes(oldest)

function refuseOtherVersion(state: State, known: string[]) {
  if (state.applied === null) return
  if ([...(state.checksums?.values() ?? [])].includes(null)) {
    throw new CannotStart(
      'The database was made by a Winkel before 1.0, which this version cannot upgrade. Start the version that made it. Where that offers Account → Download your data, each business can be moved, as docs/operating.md says under "Move one business to another installation". To begin without its data, set DATA_DIR to a new folder, or DATABASE_URL to an empty database.',
    )
  }
  if (known.includes(state.applied) || isOfNextRelease(state, known)) return
  throw new CannotStart(
    `The database was migrated by another version of Winkel (to ${state.applied}, this one knows up to ${known.at(-1) ?? 'nothing'}): start that version.`,
  )
}

function refuseOlderVersion(applied: string | null, known: string[]) {
  if (applied === (known.at(-1) ?? null)) return
  throw new CannotStart(
    `The database is not migrated to this version of Winkel: run \`${formatCommand('migrate')}\` with DATABASE_OWNER_URL set.`,
  )
}

/** What a changed file would have done was not done in this database. */
function refuseOtherFiles({ checksums }: State, files: SqlFile[]) {
  const other = files.find(({ name, sha256 }) => checksums?.has(name) && checksums.get(name) !== sha256)
  if (!other) return
  throw new CannotStart(
    `The file db/migrations/${other.name}.sql is not the one that this database was migrated with. Nothing was changed. Install this version of Winkel again and change no file of it.`,
  )
}
