import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { MIGRATION_SCHEMA } from './catalogue/read-catalogue.ts'
import { getErrorCode } from './errors.ts'

/** What people are who are neither owner nor admin, see 30-rights.sql. */
const RIGHT_ROLES = ['winkel_bookkeeper', 'winkel_manager', 'winkel_manager_costs', 'winkel_stock']

/** The roles that the login role may switch to. It has no rights of its own. */
export const ROLES = ['winkel_tenant', 'winkel_auth', ...RIGHT_ROLES]

/** Reads every row of every table and writes nothing. Backups are made with its rights. */
export const BACKUP_ROLE = 'winkel_backup'

/** The error codes when two databases of a cluster create or grant the same role at the same time. Roles belong to the cluster. */
const ROLE_CONFLICTS = ['42710', '23505', 'XX000']
const MAX_ROLE_ATTEMPTS = 20

export type Login = { name: string; password?: string }

export async function createRoles(client: ClientBase, login: Login) {
  for (let attempt = 1; ; attempt++) {
    try {
      for (const role of [...ROLES, BACKUP_ROLE]) await createRole(client, role, 'nologin')
      await createRole(
        client,
        login.name,
        `login noinherit password ${login.password ? escapeLiteral(createScramVerifier(login.password)) : 'null'}`,
      )
      for (const role of ROLES) await grantRole(client, role, login.name)
      await letOwnerSwitch(client)
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

/** A backup on a connection of the owner switches to the role of backups. A superuser may anyhow. */
async function letOwnerSwitch(client: ClientBase) {
  const { rows } = await client.query(
    `select current_setting('server_version_num')::int >= 160000 as has_grant_options,
      -- Since PostgreSQL 16, who creates a role is its administrator and may not switch to it.
      rolsuper or exists (select from pg_auth_members m where roleid = $1::regrole and member = r.oid
                                 and coalesce((to_jsonb(m) ->> 'set_option')::boolean, true)) as may_switch
     from pg_roles r where rolname = current_user`,
    [BACKUP_ROLE],
  )
  const { has_grant_options, may_switch } = rows[0]
  if (!may_switch)
    await client.query(`grant ${BACKUP_ROLE} to current_user${has_grant_options ? ' with inherit false, set true' : ''}`)
}

/**
 * All tables and sequences of the owner, those of later migrations too. Which rows it sees is up to the policies of 02-tenancy.sql. What a
 * superuser has added to the schemas, such as an extension, is not the owner's to grant.
 */
export async function grantBackupRights(client: ClientBase) {
  const { rows } = await client.query<{ database: string; schemas: string; tables: string | null; sequences: string | null }>(
    `select quote_ident(current_database()) as database, string_agg(distinct quote_ident(nspname), ', ') as schemas,
            string_agg(c.oid::regclass::text, ', ') filter (where relkind = 'r') as tables,
            string_agg(c.oid::regclass::text, ', ') filter (where relkind = 'S') as sequences
       from pg_namespace n left join pg_class c on relnamespace = n.oid and relkind in ('r', 'S') and pg_has_role(relowner, 'usage')
      where nspname in ('public', 'auth', '${MIGRATION_SCHEMA}')`,
  )
  for (const { database, schemas, tables, sequences } of rows)
    await client.query(
      [
        `grant connect on database ${database} to ${BACKUP_ROLE}`,
        `grant usage on schema ${schemas} to ${BACKUP_ROLE}`,
        tables && `grant select on table ${tables} to ${BACKUP_ROLE}`,
        sequences && `grant select on sequence ${sequences} to ${BACKUP_ROLE}`,
      ]
        .filter(Boolean)
        .join('; '),
    )
}
