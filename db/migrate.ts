import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type ClientBase, type ClientConfig, escapeIdentifier, escapeLiteral, Pool } from 'pg'
import { describeDifferences } from './catalogue/describe-differences.ts'
import { MIGRATION_SCHEMA } from './catalogue/read-catalogue.ts'
import { CREATE_RECORD, findChangesBeforeUpgrade, recordCatalogue } from './catalogue/record-catalogue.ts'
import { CannotStart, getErrorCode, getErrorMessage } from './errors.ts'
import { DATABASE_LOCKS, takeLock } from './locks.ts'

/** The functions that the login role may execute: two enter a business, two return the schema version and what belongs to it. */
const LOGIN_FUNCTIONS = ['enter_business(text)', 'enter_tills(bytea[])', 'schema_version()', 'recorded_catalogue()']

/** The roles that the login role may switch to. It has no rights of its own. */
const ROLES = ['winkel_tenant', 'winkel_auth']

/** The error codes when two databases of a cluster create or grant the same role at the same time. Roles belong to the cluster. */
const ROLE_CONFLICTS = ['42710', '23505', 'XX000']
const MAX_ROLE_ATTEMPTS = 20

/** Migration names of version 0.1 begin with four digits. Its databases cannot be upgraded. */
const VERSION_0_1 = /^\d{4}-/

const MIGRATIONS = join(import.meta.dirname, 'migrations')

type Login = { name: string; password?: string }

export type MigrateOptions = {
  /** Must own the database and have CREATEROLE. */
  owner: ClientConfig
  login: Login
  /** The name of the last migration to run; the newest by default. */
  until?: string
  /** Runs before migrations of a database that was migrated before, with the lock of backups held. Its error stops the migration. */
  beforeUpgrade?: () => Promise<void>
  folder?: string
}

/**
 * Migrates the database to this code's schema and creates the missing roles. Any number of servers may call it at once. When it is
 * interrupted, a later call goes on where it stopped.
 */
export async function migrate({ owner, login, until, beforeUpgrade, folder = MIGRATIONS }: MigrateOptions) {
  const pool = new Pool({ ...owner, application_name: 'winkel: migrating', max: 2 })
  pool.on('error', () => undefined) // the interrupted query rejects with the same error
  try {
    const lock = await pool.connect()
    try {
      await takeLock(lock, DATABASE_LOCKS.migration)
      await createRoles(lock, login)
      const applied = await readAppliedVersion(lock)
      const known = await migrationNames(folder)
      refuseOtherVersion(applied, known)
      if (applied !== null && applied !== known.at(-1)) {
        await takeLock(lock, DATABASE_LOCKS.backup)
        await refuseChanged(lock, login)
        await beforeUpgrade?.()
      }
      await runMigrations(pool, folder, known, until)
      await grantLoginFunctions(lock, login)
      await recordCatalogue(lock, await readAppliedVersion(lock), ROLES, login.name)
    } finally {
      lock.release(true) // closes the connection, which releases the advisory lock
    }
  } finally {
    await pool.end()
  }
}

/** Refuses a database with another schema than this code's, and a login role to which row-level security does not apply. */
export async function checkSchema(pool: Pool, folder = MIGRATIONS) {
  const known = await migrationNames(folder)
  const { rows } = await pool
    .query(
      "select schema_version() as applied, pg_has_role((select nspowner from pg_namespace where nspname = $1), 'usage') as owns",
      [MIGRATION_SCHEMA],
    )
    .catch((error) => {
      // undefined function, insufficient privilege
      if (['42883', '42501'].includes(getErrorCode(error) ?? '')) return { rows: [{ applied: null, owns: false }] }
      throw error
    })
  const { applied, owns } = rows[0] as { applied: string | null; owns: boolean }
  if (owns) {
    throw new CannotStart(
      'DATABASE_URL signs in as a role that owns the tables or is a superuser, to which row-level security does not apply: give it a login role of its own.',
    )
  }
  refuseVersion(applied, known)
}

/** Refuses a database with another schema than this code's, on a connection of its owner. */
export async function checkOwnerSchema(owner: ClientBase, folder = MIGRATIONS) {
  refuseVersion(await readAppliedVersion(owner), await migrationNames(folder))
}

/** The name of the last migration; null without any. */
export async function readAppliedVersion(owner: Pool | ClientBase): Promise<string | null> {
  const { rows } = await owner.query('select to_regclass($1) is not null as exist', [`${MIGRATION_SCHEMA}.kysely_migration`])
  if (!rows[0].exist) return null
  const applied = await owner.query(
    `select name from ${MIGRATION_SCHEMA}.kysely_migration order by name collate "C" desc limit 1`,
  )
  return applied.rows[0]?.name ?? null
}

async function createRoles(client: ClientBase, login: Login) {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const role of ROLES) await createRole(client, role, 'nologin')
      await createRole(
        client,
        login.name,
        `login noinherit password ${login.password ? escapeLiteral(createScramVerifier(login.password)) : 'null'}`,
      )
      for (const role of ROLES) await grantRole(client, role, login.name)
      return
    } catch (error) {
      if (attempt > MAX_ROLE_ATTEMPTS || !ROLE_CONFLICTS.includes(getErrorCode(error) ?? '')) throw error
    }
  }
}

async function createRole(client: ClientBase, name: string, attributes: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await client.query(`create role ${escapeIdentifier(name)} ${attributes}`)
}

/** Lets the login role switch to `role` without inheriting its rights. */
async function grantRole(client: ClientBase, role: string, login: string) {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int >= 160000 as has_grant_options, rolinherit,
      exists (select from pg_auth_members where roleid = $1::regrole and member = login.oid) as granted
     from pg_roles login where rolname = $2`,
    [escapeIdentifier(role), login],
  )
  const { has_grant_options, rolinherit, granted } = rows[0]
  const [roleName, loginName] = [escapeIdentifier(role), escapeIdentifier(login)]
  // Before PostgreSQL 16, INHERIT is an attribute of the member; since then it is an option of the grant.
  if (!has_grant_options && rolinherit) await client.query(`alter role ${loginName} noinherit`)
  if (!granted) await client.query(`grant ${roleName} to ${loginName}${has_grant_options ? ' with inherit false, set true' : ''}`)
}

/** What PostgreSQL stores for a password. It is computed here so that no statement and no log contains the password. */
function createScramVerifier(password: string) {
  const rounds = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const deriveKey = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(deriveKey('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${deriveKey('Server Key').toString('base64')}`
}

async function runMigrations(pool: Pool, folder: string, known: string[], until: string | undefined) {
  const files = Object.fromEntries(
    await Promise.all(
      known.map(async (name) => [name, parseMigration(await readFile(join(folder, `${name}.sql`), 'utf8'))] as const),
    ),
  )
  // `db` is not destroyed, because that would end the pool.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => files }, migrationTableSchema: MIGRATION_SCHEMA })

  const { error, results } = await (until === undefined ? migrator.migrateToLatest() : migrator.migrateTo(until))
  if (!error) return
  const failed = results?.find(({ status }) => status === 'Error')
  throw failed ? new CannotStart(describeFailure(failed.migrationName, error), { cause: error }) : error
}

const describeFailure = (name: string, error: unknown) =>
  `Migration ${name} failed, nothing of it was kept: ${getErrorMessage(error)}. The database is as it was before, so the version that ran before goes on with it. Start that version, and report this message.`

const parseMigration = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db)
  },
})

async function grantLoginFunctions(client: ClientBase, login: Login) {
  await client.query(CREATE_RECORD)
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

/** A change that was made by hand would be taken for what the new version has. */
async function refuseChanged(owner: ClientBase, { name }: Login) {
  const found = describeDifferences(await findChangesBeforeUpgrade(owner, name))
  if (found) throw new CannotStart(`${found.sentence} It was not migrated. ${found.remedy}`)
}

function refuseVersion(applied: string | null, known: string[]) {
  refuseOtherVersion(applied, known)
  if (applied !== (known.at(-1) ?? null)) {
    throw new CannotStart(
      'The database is not migrated to this version of Winkel: run `npm run migrate` with DATABASE_OWNER_URL set.',
    )
  }
}

/** Whether this code has the migration, and so can read a backup that was made after it. */
export const isKnownVersion = async (version: string) => (await migrationNames(MIGRATIONS)).includes(version)

function refuseOtherVersion(applied: string | null, known: string[]) {
  if (applied === null || known.includes(applied)) return
  if (VERSION_0_1.test(applied)) {
    throw new CannotStart(
      'The database was made by Winkel 0.1, which this version cannot upgrade: set DATA_DIR to a new folder, or DATABASE_URL to an empty database, or start Winkel 0.1.',
    )
  }
  throw new CannotStart(
    `The database was migrated by another version of Winkel (to ${applied}, this one knows up to ${known.at(-1) ?? 'nothing'}): start that version.`,
  )
}

const migrationNames = async (folder: string) =>
  (await readdir(folder))
    .filter((file) => file.endsWith('.sql'))
    .sort()
    .map((file) => file.slice(0, -'.sql'.length))

/** The schema of this code, by its newest migration. */
export const readSchemaVersion = async (folder = MIGRATIONS) => (await migrationNames(folder)).at(-1) ?? ''
