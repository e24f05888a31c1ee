import { Client } from 'pg'
import { parseDatabaseUrl } from '../../../db/connection/external.ts'
import { CONNECTION_TIMEOUT_MS } from '../../../db/connection/pool.ts'
import { getErrorMessage } from '../../../db/errors.ts'
import { BACKUP_ROLE } from '../../../db/roles.ts'
import { type Check, ok, problem, warning } from '../check.ts'

/** Who reads the database for nightly backups: it can, and can do nothing else. */
export const backupRole: Check<'config'> = {
  name: 'backup role',
  async run({ config: { backups, backupDatabaseUrl } }) {
    if (!backups || !backupDatabaseUrl)
      return ok('BACKUP_DATABASE_URL is not in use: backups are made on a connection of the owner.')
    const client = new Client({ ...parseDatabaseUrl(backupDatabaseUrl), connectionTimeoutMillis: CONNECTION_TIMEOUT_MS })
    client.on('error', () => undefined) // connect or query fails too
    try {
      await client.connect()
      const { rows } = await client.query<{ may_switch: boolean; has_more: boolean }>(
        `select pg_has_role(oid, $1, 'member') as may_switch,
                rolsuper or rolcreaterole or rolcreatedb or rolbypassrls
                  or exists (select from pg_roles other where other.rolname not in ($1, session_user)
                               and pg_has_role(r.oid, other.oid, 'member')) as has_more
           from pg_roles r where rolname = session_user`,
        [BACKUP_ROLE],
      )
      if (!rows[0]?.may_switch)
        return problem(
          'BACKUP_DATABASE_URL signs in as a role without the rights of backups.',
          `Let it sign in as ${BACKUP_ROLE}.`,
        )
      if (rows[0].has_more)
        return warning(
          'BACKUP_DATABASE_URL signs in as a role that can do more than backups need.',
          `Let it sign in as ${BACKUP_ROLE}, which reads everything and writes nothing.`,
        )
      return ok(`Nightly backups are made as ${BACKUP_ROLE}, which writes nothing.`)
    } catch (error) {
      return problem(
        `The database of BACKUP_DATABASE_URL cannot be reached: ${getErrorMessage(error)}.`,
        'Correct the variable, and let the role sign in with a password. Until then no nightly backup is made.',
      )
    } finally {
      await client.end().catch(() => undefined)
    }
  },
}
