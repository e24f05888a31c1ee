import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Logger } from 'pino'
import { DATABASE_LOCKS } from '../../db/locks.ts'
import type { BackgroundWork } from '../shared/background-work.ts'
import type { BackupOutcome, BackupTask } from './backup-process.ts'
import { findQuietHour } from './find-quiet-hour.ts'
import { type BackupConfig, canReadBackups } from './make-backup.ts'
import { readRecordedBackups } from './recorded-backups.ts'
import { findBackupFolder, findLastBackup, type KnownBackup, listBackups } from './stored-backups.ts'

/** Leaves the processor to the requests. The lowest priority of all would get 1 % of a busy processor, and never end. */
const { PRIORITY_BELOW_NORMAL, PRIORITY_NORMAL } = constants.priority

/** Every reading of the metrics would list the bucket. */
const LAST_BACKUP_IS_KEPT_MS = 5 * 60_000
const HOUR_IS_KEPT_MS = 12 * 3600 * 1000

type Options = {
  config: BackupConfig & { backups: boolean; trialRestores: boolean }
  /** The role of backups or the owner; undefined on an external PostgreSQL without BACKUP_DATABASE_URL and DATABASE_OWNER_URL. */
  database: ClientConfig | undefined
  background: BackgroundWork
  log: Logger
}

export type NightlyBackups = {
  /** Undefined when this server makes none, or the place of backups does not answer. */
  readLastBackup(): Promise<KnownBackup | 'none yet' | undefined>
  /** Undefined when this server makes none. False, too, when another server has made one since. */
  readFailed(): Promise<boolean | undefined>
  /** The seconds that the last one of this server took. */
  getDuration(): number | undefined
}

/** Makes a backup every night, at the hour with the fewest sales, and deletes the old ones. */
export function scheduleNightlyBackups({ config, database, background, log }: Options): NightlyBackups {
  let failedAt: Date | undefined
  let isPlaceAway = false
  let duration: number | undefined
  let lastAttempt: Date | undefined
  let quietHour: { hour: number; until: number } | undefined

  let last: { backup?: KnownBackup | 'none yet'; until: number } | undefined
  const readLastBackup = async () => {
    if (!last || last.until < Date.now()) {
      const backup = await findLastBackup(config).then(
        (found) => found ?? ('none yet' as const),
        () => undefined,
      )
      last = { backup, until: Date.now() + LAST_BACKUP_IS_KEPT_MS }
    }
    return last.backup
  }
  const readFailed = async () => {
    if (isPlaceAway) return true
    const last = await readLastBackup()
    const madeAt = typeof last === 'object' ? last.madeAt.getTime() : 0
    return failedAt !== undefined && madeAt < failedAt.getTime()
  }
  if (!config.backups) return NO_BACKUPS
  if (!database) {
    log.warn(
      { event: 'nightly_backups_off' },
      'no nightly backups: set BACKUP_DATABASE_URL, or make backups another way and set BACKUPS=off',
    )
    return NO_BACKUPS
  }

  const canRead = canReadBackups(config)
  if (config.trialRestores && !canRead) {
    log.warn(
      { event: 'trial_restores_off' },
      'no trial restores: backups are encrypted and there is no BACKUP_IDENTITY_FILE. Try one elsewhere each month, and set BACKUP_TRIAL_RESTORES=off',
    )
  }
  const trialRestores = config.trialRestores && canRead

  /** When another server made one in a place that this one does not have. It is the one backup of the night. */
  let warnedOf: string | undefined
  const findElsewhere = async (known: KnownBackup[]) => {
    const made = (await readRecordedBackups(database)).find(({ kind }) => kind === 'nightly')
    if (!made || known.some(({ name }) => name === made.name)) return undefined
    const { host, location, made_at } = made
    const place = `${host} ${dirname(location)}`
    if (warnedOf !== place)
      log.warn(
        { event: 'backup_places_differ', host, location },
        'another server makes the nightly backups, in a place that this one does not have. Set the same BACKUP_URL on all servers',
      )
    warnedOf = place
    return made_at
  }

  background.daily({
    name: 'nightly backup',
    lock: DATABASE_LOCKS.nightly_backup,
    async findHour() {
      if (!quietHour || quietHour.until < Date.now())
        quietHour = { hour: await findQuietHour(database), until: Date.now() + HOUR_IS_KEPT_MS }
      return quietHour.hour
    },
    async findLastRun() {
      const known = await listBackups(await findBackupFolder(config)).catch((error) => {
        isPlaceAway = true // nobody knows whether a backup is due
        throw error
      })
      isPlaceAway = false
      const nightly = known.find(({ kind }) => kind === 'nightly')
      const elsewhere = await findElsewhere(known)
      const times = [nightly?.madeAt, elsewhere, lastAttempt].flatMap((time) => (time ? [time.getTime()] : []))
      return times.length > 0 ? new Date(Math.max(...times)) : undefined
    },
    async run(signal) {
      const begunAt = new Date()
      lastAttempt = begunAt
      const outcome = await runBackupProcess(
        { config: pickConfig(config), database, trialRestores },
        signal,
        PRIORITY_BELOW_NORMAL,
      )
      last = undefined
      if (signal.aborted) return
      failedAt = 'problem' in outcome ? begunAt : undefined
      if ('problem' in outcome) {
        log.error({ event: 'backup_failed', reason: outcome.problem }, 'the nightly backup failed; the next try is tomorrow')
        return
      }
      duration = (Date.now() - begunAt.getTime()) / 1000
      const { lost: files, trial, ...made } = outcome
      log.info({ event: 'backup_made', ...made }, 'the nightly backup was made')
      if (files.length > 0)
        log.warn({ event: 'backup_incomplete', location: made.location, files }, 'pictures are missing in the nightly backup')
      if (trial && 'problem' in trial)
        log.error({ event: 'trial_restore_failed', reason: trial.problem }, 'the nightly backup could not be restored in a trial')
      else if (trial) log.info({ event: 'trial_restore_made', ...trial }, 'the nightly backup was restored in a trial')
    },
  })
  return { readLastBackup, readFailed, getDuration: () => duration }
}

const NO_BACKUPS: NightlyBackups = {
  readLastBackup: async () => undefined,
  readFailed: async () => undefined,
  getDuration: () => undefined,
}

const pickConfig = ({
  dataDir,
  filesUrl,
  backupUrl,
  backupEncryptTo,
  backupIdentityFile,
  authSecret,
}: BackupConfig): BackupConfig => ({
  dataDir,
  filesUrl,
  backupUrl,
  backupEncryptTo,
  backupIdentityFile,
  authSecret,
})

/** Runs backup-process.ts. An aborted one removes its unfinished file and ends. */
export async function runBackupProcess(
  task: BackupTask,
  signal: AbortSignal,
  priority: number = PRIORITY_NORMAL,
): Promise<BackupOutcome> {
  const { host, port, user, password, database, ssl, options } = task.database
  const child = fork(join(import.meta.dirname, 'backup-process.ts'), {
    execArgv: ['--max-semi-space-size=8'],
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
  })
  // Before it starts anything, which would keep the priority that it started with.
  if (child.pid) setPriority(child.pid, priority)
  const abort = () => child.connected && child.disconnect()
  signal.addEventListener('abort', abort, { once: true })
  try {
    let outcome: BackupOutcome | undefined
    child.once('message', (message) => {
      outcome = message as BackupOutcome
    })
    const exit = once(child, 'exit')
    child.send({ ...task, database: { host, port, user, password, database, ssl, options } } satisfies BackupTask)
    if (signal.aborted) abort()
    const [code, killedBy] = await exit
    return outcome ?? { problem: `the process of the backup ended with ${killedBy ?? code}` }
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
