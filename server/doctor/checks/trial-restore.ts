import { formatCommand } from '../../../db/format-command.ts'
import { canReadBackups } from '../../backup/make-backup.ts'
import { type Check, ok, problem, warning } from '../check.ts'

/** A month, and the nights on which a server may not have run. */
const MAX_AGE_DAYS = 40

/** Whether a backup could be restored when the server last tried it. */
export const trialRestore: Check = {
  name: 'trial restore',
  async run({ client, config }) {
    if (config.backups && config.trialRestores && !canReadBackups(config))
      return warning(
        'No backup is restored in a trial, because they are encrypted and this server has no BACKUP_IDENTITY_FILE.',
        'Restore one with its identity on another machine each month, and set BACKUP_TRIAL_RESTORES=off.',
      )
    if (!config.backups || !config.trialRestores) return ok('No backup is restored in a trial, because that is off.')
    const { rows } = await client.query<{ backup: string; problem: string | null; days: number }>(
      `select backup, problem, floor(extract(epoch from now() - tried_at) / 86400)::integer as days
         from winkel_migrations.trial_restore`,
    )
    const [last] = rows
    if (!last) return ok('No backup was restored in a trial yet: the first nightly backup will be.')
    if (last.problem !== null)
      return problem(
        `${last.backup} could not be restored in a trial: ${last.problem}.`,
        `Make a backup with \`${formatCommand('backup')}\`, and restore it into a new DATA_DIR to see whether it is whole.`,
      )
    const sentence = `${last.backup} was restored in a trial ${last.days} days ago.`
    return last.days > MAX_AGE_DAYS
      ? warning(sentence, 'Search the log for backup_failed: a trial follows the next nightly backup.')
      : ok(sentence)
  },
}
