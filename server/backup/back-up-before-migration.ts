import type { ClientConfig } from 'pg'
import { CannotStart } from '../../db/errors.ts'
import { type BackupConfig, makeBackup } from './make-backup.ts'
import { deleteOldBackups, findBackupFolder } from './stored-backups.ts'
import { describeLost } from './write-pictures.ts'

type Config = BackupConfig & { backupBeforeMigration: boolean }

/** For `beforeUpgrade` of migrate: its failure stops the migration. Calls `onMade` with the place of the backup, and with the pictures that are not in it. */
export const createBackupBeforeMigration =
  (config: Config, onMade: (location: string, lost: string[]) => void) =>
  async (owner: ClientConfig): Promise<void> => {
    if (!config.backupBeforeMigration) return
    try {
      const { location, lost } = await makeBackup({ config, owner, kind: 'before-migration', isLocked: true })
      await deleteOldBackups(await findBackupFolder(config))
      onMade(location, describeLost(lost))
    } catch (error) {
      if (!(error instanceof CannotStart)) throw error
      throw new CannotStart(
        `The backup before the migration failed: ${error.message} To migrate without one, set BACKUP_BEFORE_MIGRATION=off.`,
      )
    }
  }
