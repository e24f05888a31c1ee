import { mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClientConfig } from 'pg'
import { CannotStart, getErrorMessage } from '../../db/errors.ts'
import { silentLog } from '../../db/log.ts'
import { openTarget } from '../../db/open-store.ts'
import { BACKUP_ROLE } from '../../db/roles.ts'
import { createObjectStore } from '../storage/object-store.ts'
import type { BackupStore } from './backup-store.ts'
import { decryptBackup } from './encryption.ts'
import type { BackupConfig } from './make-backup.ts'
import { checkBackup, restoreBackup } from './restore-backup.ts'
import { openSession } from './session.ts'

const DAYS_BETWEEN = 30
/** The restored database may be this much larger than the present one while it is written. */
const SPACE = 2
const FOLDER = 'trial-restore-'

export type TrialRestore = { seconds: number } | { problem: string }

type Trial = {
  /** That which the backup is of. It keeps the result. */
  database: ClientConfig
  config: Pick<BackupConfig, 'dataDir' | 'backupIdentityFile'>
  store: BackupStore
  name: string
  signal: AbortSignal
}

/**
 * Restores a backup into a folder of its own in DATA_DIR with a PostgreSQL of its own, and deletes both, if the last trial is 30 days old.
 * Undefined when it is not, or when it was stopped.
 */
export async function tryRestoreMonthly(trial: Trial): Promise<TrialRestore | undefined> {
  const { client, close } = await openSession(trial.database, 'winkel: trial restore', BACKUP_ROLE)
  try {
    const recent = await client.query(
      'select from winkel_migrations.trial_restore where tried_at > now() - make_interval(days => $1)',
      [DAYS_BETWEEN],
    )
    if (recent.rowCount) return undefined
    const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
    const result = await tryRestore(trial, rows[0]?.bytes ?? 0).catch((error) => ({ problem: getErrorMessage(error) }))
    if (trial.signal.aborted) return undefined
    await client.query('select record_trial_restore($1, $2)', [trial.name, 'problem' in result ? result.problem : null])
    return result
  } finally {
    await close()
  }
}

async function tryRestore({ config, store, name, signal }: Trial, databaseBytes: number): Promise<TrialRestore> {
  const { dataDir, backupIdentityFile } = config
  const startedAt = Date.now()
  // Of a trial whose process was killed.
  const left = (await readdir(dataDir)).filter((found) => found.startsWith(FOLDER))
  for (const folder of left) await rm(join(dataDir, folder), { recursive: true, force: true })
  await checkSpace(dataDir, databaseBytes)
  const folder = await mkdtemp(join(dataDir, FOLDER))
  try {
    const openSource = async () => decryptBackup(await store.open(name), backupIdentityFile)
    const manifest = await checkBackup(openSource)
    const target = await openTarget({ dataDir: folder, log: silentLog })
    try {
      signal.throwIfAborted()
      const stopped = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      const files = createObjectStore({ dataDir: folder })
      const restoring = restoreBackup({ ...target, files, openSource, manifest, saveSecret: async () => undefined })
      restoring.catch(() => undefined) // ends with the PostgreSQL when it is stopped
      await Promise.race([restoring, stopped])
    } finally {
      await target.close()
    }
    return { seconds: Math.round((Date.now() - startedAt) / 1000) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function checkSpace(dataDir: string, databaseBytes: number) {
  const { bavail, bsize } = await statfs(dataDir)
  const needed = databaseBytes * SPACE
  if (bavail * bsize < needed)
    throw new CannotStart(`There is no room for a trial restore in ${dataDir}: it needs ${Math.ceil(needed / 1e6)} MB`)
}
