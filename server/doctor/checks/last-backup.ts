import { formatCommand } from '../../../db/format-command.ts'
import { findBackupFolder, findLastBackup, LOST_EXTENSION } from '../../backup/stored-backups.ts'
import { type Check, count, ok, problem, warning } from '../check.ts'

/** A nightly backup is made once a day, and may take its time. */
const MAX_AGE_HOURS = 26
const HOUR_MS = 3_600_000

/** The age of the last backup, where the server makes them. */
export const lastBackup: Check = {
  name: 'last backup',
  async run({ config }) {
    if (!config.backups) return ok('Nightly backups are off (BACKUPS=off), so their age is not checked.')
    const obstacle = await (await findBackupFolder(config)).findObstacle()
    if (obstacle)
      return problem(
        `No backup can be made: ${obstacle}.`,
        'Give the user of the server the right to write there, or set BACKUP_URL to another place.',
      )
    const last = await findLastBackup(config)
    const age = assessLastBackup(last?.madeAt, new Date())
    if (!last?.lacksPictures) return age
    return [
      age,
      warning(
        `Pictures are missing in the last backup: ${last.name}${LOST_EXTENSION} beside it names them.`,
        `Restore these files or upload the pictures again, then make a backup with \`${formatCommand('backup')}\`.`,
      ),
    ]
  },
}

export function assessLastBackup(madeAt: Date | undefined, now: Date) {
  const remedy = `Make one with \`${formatCommand('backup')}\`, and search the log for backup_failed.`
  if (!madeAt) return warning('There is no backup.', remedy)
  const hours = Math.floor((now.getTime() - madeAt.getTime()) / HOUR_MS)
  const age = hours === 0 ? 'less than an hour' : count(hours, 'hour')
  const sentence = `The last backup was made ${age} ago.`
  return hours > MAX_AGE_HOURS ? warning(sentence, remedy) : ok(sentence)
}
