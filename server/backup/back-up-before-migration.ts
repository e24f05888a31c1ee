import { Client, type ClientConfig } from 'pg'
import { CannotStart } from '../../db/errors.ts'
import { readAppliedVersion } from '../../db/migration-state.ts'
import { type BackupConfig, makeBackup } from './make-backup.ts'
import { deleteOldBackups, findBackupFolder } from './stored-backups.ts'
import { describeLost } from './write-pictures.ts'

type Config = BackupConfig & { backupBeforeMigration: boolean }

/** A migration that failed is tried again by each start, perhaps every few seconds: one backup is enough for them. */
const REUSED_MINUTES = 60

/** For `beforeUpgrade` of migrate: its failure stops the migration. Calls `onMade` with the place of the backup, and with the pictures that are not in it. */
export const createBackupBeforeMigration =
  (config: Config, onMade: (location: string, lost: string[]) => void) =>
  async (owner: ClientConfig): Promise<void> => {
    if (!config.backupBeforeMigration) return
    const record = await openRecord(owner)
    try {
      if (await record.hasRecent()) return
      const { location, lost } = await makeBackup({ config, database: owner, kind: 'before-migration', isLocked: true })
      await deleteOldBackups(await findBackupFolder(config))
      await record.write()
      onMade(location, describeLost(lost))
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error
      throw new CannotStart(
        `The backup before the migration failed: ${error.message} To migrate without one, set BACKUP_BEFORE_MIGRATION=off.`,
      )
    } finally {
      await record.close()
    }
  }

/** Which version of the schema was backed up last, and when. Beside that version, in the database. */
async function openRecord(owner: ClientConfig) {
  const client = new Client(owner)
  await client.connect()
  const version = await readAppliedVersion(client)
  return {
    async hasRecent() {
      const { rowCount } = await client.query(
        `select from winkel_migrations.backup_before_migration
          where version = $1 and made_at > now() - make_interval(mins => $2)`,
        [version, REUSED_MINUTES],
      )
      return rowCount === 1
    },
    write: () =>
      client.query(
        `insert into winkel_migrations.backup_before_migration values ($1, now())
             on conflict (version) do update set made_at = excluded.made_at`,
        [version],
      ),
    close: () => client.end(),
  }
}
