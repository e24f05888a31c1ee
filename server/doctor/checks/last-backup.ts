import { hostname } from 'node:os'
import type { ClientBase } from 'pg'
import { MIGRATION_SCHEMA } from '../../../db/catalogue/read-catalogue.ts'
import { formatCommand } from '../../../db/format-command.ts'
import { listRecordedBackups, type RecordedBackup } from '../../backup/recorded-backups.ts'
import { findBackupFolder, findLastBackup, LOST_EXTENSION } from '../../backup/stored-backups.ts'
import { type Check, count, ok, problem, warning } from '../check.ts'

/** A nightly backup is made once a day, and may take its time. */
const MAX_AGE_HOURS = 26
const HOUR_MS = 3_600_000
const NEVER = new Date(0)

/** The age of the last backup, where the server makes them. */
export const lastBackup: Check = {
  name: 'last backup',
  async run({ client, config }) {
    if (!config.backups) return ok('Nightly backups are off (BACKUPS=off), so their age is not checked.')
    const obstacle = await (await findBackupFolder(config)).findObstacle()
    if (obstacle)
      return problem(
        `No backup can be made: ${obstacle}.`,
        'Give the user of the server the right to write there, or set BACKUP_URL to another place.',
      )
    const last = await findLastBackup(config)
    const [recorded] = await listRecordedBackups(client)
    // One that is here is recorded when it ends, and named by when it began.
    if (recorded && recorded.name !== last?.name && recorded.made_at > (last?.madeAt ?? NEVER))
      return assessElsewhere(recorded, last === undefined)
    const age = last ? assessLastBackup(last.madeAt, new Date()) : await assessNone(client)
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

const REMEDY = `Make one with \`${formatCommand('backup')}\`, and search the log for backup_failed.`

/** An installation of today makes its first backup in the coming night. */
async function assessNone(client: ClientBase) {
  const { rows } = await client.query<{ is_new: boolean }>(
    `select min(timestamp::timestamptz) > now() - make_interval(hours => $1) as is_new from ${MIGRATION_SCHEMA}.kysely_migration`,
    [MAX_AGE_HOURS],
  )
  return rows[0]?.is_new
    ? ok('There is no backup yet: a server that runs makes the first one within a day.')
    : warning('There is no backup.', REMEDY)
}

/** One of another server or one by hand, in a place that is not looked at here. */
function assessElsewhere({ kind, location, host, made_at }: RecordedBackup, isOnlyOne: boolean) {
  const age = assessLastBackup(made_at, new Date(), ` on ${host}: ${location}`)
  if (kind !== 'nightly' || age.status !== 'ok' || host === hostname()) return age
  return warning(
    `${age.sentence} ${isOnlyOne ? 'No backup is' : 'It is not'} in the place of this server.`,
    'Set the same BACKUP_URL on all servers.',
  )
}

export function assessLastBackup(madeAt: Date, now: Date, where = '') {
  const hours = Math.floor((now.getTime() - madeAt.getTime()) / HOUR_MS)
  const age = hours === 0 ? 'less than an hour' : count(hours, 'hour')
  const sentence = `The last backup was made ${age} ago${where}.`
  return hours > MAX_AGE_HOURS ? warning(sentence, REMEDY) : ok(sentence)
}
