import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type ClientBase, type ClientConfig, escapeIdentifier, escapeLiteral, Pool } from 'pg'
import { CannotStart, codeOf, messageOf } from './errors.ts'

/** The functions that the login role itself may call: with them it enters a business, or finds that the database is too old. */
const LOGIN_FUNCTIONS = ['enter_business(text)', 'enter_till(bytea)', 'schema_version()']

/** The roles that the login role may step into; without that step it may do nothing. */
const ROLES = ['winkel_tenant', 'winkel_auth']

const BOOKKEEPING = 'winkel_migrations'

/** Held while roles and migrations are made, by one server of a database at a time. */
const MIGRATING = 746_925_002

/** Roles belong to the whole cluster: another database of it may be making or granting the same ones at this moment. */
const RACE_LOST = ['42710', '23505', 'XX000']
const RACES = 20

/** Migrations of version 0.1 had four digits. They were replaced, and nothing leads from them to today's. */
const VERSION_0_1 = /^\d{4}-/

const MIGRATIONS = join(import.meta.dirname, 'migrations')

type Login = { name: string; password?: string }

/**
 * Brings the database to this code's schema, wholly or not at all, and makes the roles that are missing; with nothing to do it
 * does nothing. Any number of servers may call it at once. `owner` must own the database and be allowed to make roles.
 */
export async function migrate({ owner, login, folder = MIGRATIONS }: { owner: ClientConfig; login: Login; folder?: string }) {
  const pool = new Pool({ ...owner, application_name: 'winkel: migrating', max: 2 })
  pool.on('error', () => undefined) // the query that it interrupts says so too
  try {
    const lock = await pool.connect()
    try {
      await lock.query('select pg_advisory_lock($1)', [MIGRATING])
      await makeRoles(lock, login)
      await runMigrations(pool, folder)
      await grantLoginFunctions(lock, login)
    } finally {
      lock.release(true) // which ends the session and its lock with it
    }
  } finally {
    await pool.end()
  }
}

/** Refuses a database whose schema is not the one this code was written for, and a login role that row-level security would not hold. */
export async function checkSchema(pool: Pool, folder = MIGRATIONS) {
  const known = await migrationNames(folder)
  const { rows } = await pool
    .query(
      "select schema_version() as applied, pg_has_role((select nspowner from pg_namespace where nspname = $1), 'usage') as owns",
      [BOOKKEEPING],
    )
    .catch((error) => {
      // undefined function, insufficient privilege
      if (['42883', '42501'].includes(codeOf(error) ?? '')) return { rows: [{ applied: null, owns: false }] }
      throw error
    })
  const { applied, owns } = rows[0] as { applied: string | null; owns: boolean }
  if (owns) {
    throw new CannotStart(
      'DATABASE_URL signs in as a role that owns the tables or is a superuser, which row-level security would not hold: give it a login role of its own.',
    )
  }
  refuseOtherVersion(applied, known)
  if (applied !== (known.at(-1) ?? null)) {
    throw new CannotStart(
      'The database is not migrated to this version of Winkel: run `npm run migrate` with DATABASE_OWNER_URL set.',
    )
  }
}

async function makeRoles(client: ClientBase, login: Login) {
  for (let lost = 0; ; lost++) {
    try {
      for (const role of ROLES) await makeRole(client, role, 'nologin')
      await makeRole(
        client,
        login.name,
        `login noinherit password ${login.password ? escapeLiteral(createScramVerifier(login.password)) : 'null'}`,
      )
      for (const role of ROLES) await grantStep(client, role, login.name)
      return
    } catch (error) {
      if (lost === RACES || !RACE_LOST.includes(codeOf(error) ?? '')) throw error
    }
  }
}

async function makeRole(client: ClientBase, name: string, attributes: string) {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [name])
  if (!rowCount) await client.query(`create role ${escapeIdentifier(name)} ${attributes}`)
}

/** Lets the login role step into `role` without having any of its rights before. */
async function grantStep(client: ClientBase, role: string, login: string) {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int >= 160000 as grants_say_so, rolinherit,
      exists (select from pg_auth_members where roleid = $1::regrole and member = login.oid) as granted
     from pg_roles login where rolname = $2`,
    [escapeIdentifier(role), login],
  )
  const { grants_say_so, rolinherit, granted } = rows[0]
  const [step, stepper] = [escapeIdentifier(role), escapeIdentifier(login)]
  // Before PostgreSQL 16 it is the member, not the grant, that inherits or does not.
  if (!grants_say_so && rolinherit) await client.query(`alter role ${stepper} noinherit`)
  if (!granted) await client.query(`grant ${step} to ${stepper}${grants_say_so ? ' with inherit false, set true' : ''}`)
}

/** What PostgreSQL stores of a password, made here so that the password itself never stands in a statement or a log of them. */
function createScramVerifier(password: string) {
  const rounds = 4096
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password.normalize('NFKC'), salt, rounds, 32, 'sha256')
  const keyOf = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyOf('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${rounds}:${salt.toString('base64')}$${stored}:${keyOf('Server Key').toString('base64')}`
}

async function runMigrations(pool: Pool, folder: string) {
  const known = await migrationNames(folder)
  const files = Object.fromEntries(
    await Promise.all(
      known.map(async (name) => [name, parseMigration(await readFile(join(folder, `${name}.sql`), 'utf8'))] as const),
    ),
  )
  // Its pool is ours to end.
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => files }, migrationTableSchema: BOOKKEEPING })

  const { rows } = await pool.query('select to_regclass($1) is not null as exist', [`${BOOKKEEPING}.kysely_migration`])
  if (rows[0].exist) {
    const applied = await pool.query(`select name from ${BOOKKEEPING}.kysely_migration order by name collate "C" desc limit 1`)
    refuseOtherVersion(applied.rows[0]?.name ?? null, known)
  }
  const { error, results } = await migrator.migrateToLatest()
  if (!error) return
  const broken = results?.find(({ status }) => status === 'Error')
  throw broken
    ? new Error(`Migration ${broken.migrationName} failed, nothing of it was kept: ${messageOf(error)}`, { cause: error })
    : error
}

const parseMigration = (text: string): Migration => ({
  async up(db) {
    await sql.raw(text).execute(db)
  },
})

async function grantLoginFunctions(client: ClientBase, login: Login) {
  // Runs as the owner: a server without the owner's rights must be able to see how old the database is.
  await client.query(`
    create or replace function public.schema_version() returns text
    language sql stable security definer set search_path = pg_catalog
    as $$ select name from ${BOOKKEEPING}.kysely_migration order by name collate "C" desc limit 1 $$;
    revoke execute on function public.schema_version() from public`)
  const stepper = escapeIdentifier(login.name)
  const { rows } = await client.query(
    'select current_database() as database, array(select d from unnest($1::text[]) d where to_regprocedure(d) is not null) as scopes',
    [LOGIN_FUNCTIONS.map((door) => `public.${door}`)],
  )
  await client.query(
    `grant connect on database ${escapeIdentifier(rows[0].database)} to ${stepper}; grant usage on schema public to ${stepper}`,
  )
  for (const door of rows[0].scopes) await client.query(`grant execute on function ${door} to ${stepper}`)
}

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
