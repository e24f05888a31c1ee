import type { ClientBase, ClientConfig } from 'pg'
import { openSession } from './session.ts'

/** What the database knows of the last backup of each kind, whichever server or command made it. */
export type RecordedBackup = { kind: string; name: string; location: string; host: string; made_at: Date }

/** By the owner or the role of backups, which may read them. */
export const listRecordedBackups = async (client: Pick<ClientBase, 'query'>) =>
  (
    await client.query<RecordedBackup>(
      'select kind, name, location, host, made_at from winkel_migrations.last_backup order by made_at desc',
    )
  ).rows

export async function readRecordedBackups(database: ClientConfig) {
  const { client, close } = await openSession(database, 'winkel: nightly backup')
  return listRecordedBackups(client).finally(close)
}
