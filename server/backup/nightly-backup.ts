import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { DATABASE_LOCKS } from '../../db/locks.ts'
import type { BackgroundWork } from '../shared/background-work.ts'
import type { BackupOutcome, BackupTask } from './backup-process.ts'
import { findQuietHour } from './find-quiet-hour.ts'
import type { BackupConfig } from './make-backup.ts'
import { findBackupFolder, findLastBackup, listBackups } from './stored-backups.ts'

/** Every reading of the metrics would list the bucket. */
const LAST_BACKUP_IS_KEPT_MS = 5 * 60_000
const HOUR_IS_KEPT_MS = 12 * 3600 * 1000

type Options = {
  config: BackupConfig & { backups: boolean }
  /** Undefined on an external PostgreSQL without DATABASE_OWNER_URL. */
  owner: ClientConfig | undefined
  background: BackgroundWork
  log: Logger
}

export type NightlyBackups = {
  /** In seconds since 1970; undefined when there is no backup. */
  readLastBackup(): Promise<number | undefined>
  hasFailed(): boolean
}

/** Makes a backup every night, at the hour with the fewest sales, and deletes the old ones. */
export function scheduleNightlyBackups({ config, owner, background, log }: Options): NightlyBackups {
  let hasFailed = false
  let lastAttempt: Date | undefined
  let quietHour: { hour: number; until: number } | undefined

  let last: { seconds?: number; until: number } | undefined
  const readLastBackup = async () => {
    if (!last || last.until < Date.now()) {
      const found = await findLastBackup(config).catch(() => undefined)
      last = { seconds: found && found.madeAt.getTime() / 1000, until: Date.now() + LAST_BACKUP_IS_KEPT_MS }
    }
    return last.seconds
  }
  const backups = { readLastBackup, hasFailed: () => hasFailed }
  if (!config.backups) return backups
  if (!owner) {
    log.warn(
      { event: 'nightly_backups_off' },
      'no nightly backups: set DATABASE_OWNER_URL, or make backups another way and set BACKUPS=off',
    )
    return backups
  }

  background.daily({
    name: 'nightly backup',
    lock: DATABASE_LOCKS.nightly_backup,
    async findHour() {
      if (!quietHour || quietHour.until < Date.now())
        quietHour = { hour: await findQuietHour(owner), until: Date.now() + HOUR_IS_KEPT_MS }
      return quietHour.hour
    },
    async findLastRun() {
      const nightly = (await listBackups(await findBackupFolder(config))).find(({ kind }) => kind === 'nightly')
      const times = [nightly?.madeAt, lastAttempt].flatMap((time) => (time ? [time.getTime()] : []))
      return times.length > 0 ? new Date(Math.max(...times)) : undefined
    },
    async run(signal) {
      lastAttempt = new Date()
      const outcome = await runBackupProcess({ config: pickConfig(config), owner }, signal)
      last = undefined
      if (signal.aborted) return
      hasFailed = 'problem' in outcome
      if ('problem' in outcome) {
        log.error({ event: 'backup_failed', reason: outcome.problem }, 'the nightly backup failed; the next try is tomorrow')
      } else log.info({ event: 'backup_made', ...outcome }, 'the nightly backup was made')
    },
  })
  return backups
}

const pickConfig = ({ dataDir, filesUrl, backupUrl, authSecret }: BackupConfig): BackupConfig => ({
  dataDir,
  filesUrl,
  backupUrl,
  authSecret,
})

/** Runs backup-process.ts. An aborted one removes its unfinished file and ends. */
export async function runBackupProcess(task: BackupTask, signal: AbortSignal): Promise<BackupOutcome> {
  const { host, port, user, password, database, ssl, options } = task.owner
  const child = fork(join(import.meta.dirname, 'backup-process.ts'), {
    execArgv: ['--max-semi-space-size=8'],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  const abort = () => child.connected && child.disconnect()
  signal.addEventListener('abort', abort, { once: true })
  try {
    let outcome: BackupOutcome | undefined
    child.once('message', (message) => {
      outcome = message as BackupOutcome
    })
    const exit = once(child, 'exit')
    child.send({ config: task.config, owner: { host, port, user, password, database, ssl, options } } satisfies BackupTask)
    if (signal.aborted) abort()
    const [code, killedBy] = await exit
    return outcome ?? { problem: `the process of the backup ended with ${killedBy ?? code}` }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
