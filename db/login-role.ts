import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { type ClientBase, escapeIdentifier, escapeLiteral } from 'pg'
import { getErrorCode } from './errors.ts'

/** The roles that the login role may switch to. It has no rights of its own. */
export const ROLES = ['winkel_tenant', 'winkel_auth']

/** The error codes when two databases of a cluster create or grant the same role at the same time. Roles belong to the cluster. */
const ROLE_CONFLICTS = ['42710', '23505', 'XX000']
const MAX_ROLE_ATTEMPTS = 20

export type Login = { name: string; password?: string }

/** Creates the roles that are missing, and lets the login role switch to the others. */
export async function createRoles(client: ClientBase, login: Login) {
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
