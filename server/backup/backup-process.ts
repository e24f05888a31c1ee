import type { ClientConfig } from 'pg'
import { getErrorMessage } from '../../db/errors.ts'
import { type BackupConfig, makeBackup } from './make-backup.ts'
import { deleteOldBackups, findBackupFolder } from './stored-backups.ts'
import { type TrialRestore, tryRestoreMonthly } from './trial-restore.ts'
import { describeLost } from './write-pictures.ts'

// Makes the nightly backup in a process of its own: its memory goes back to the system, it takes no time of the server's event loop, and
// its priority can be lower.

export type BackupTask = { config: BackupConfig; database: ClientConfig; trialRestores: boolean }
export type BackupOutcome =
  | { location: string; bytes: number; deleted: string[]; lost: string[]; trial?: TrialRestore }
  | { problem: string }

const stopping = new AbortController()
// The server stops, or was killed.
process.once('disconnect', () => stopping.abort())
// Ctrl-C reaches this process too; the server decides.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)

process.once('message', async (task: BackupTask) => {
  const outcome = await run(task).catch(
    (error): BackupOutcome => ({
      problem: getErrorMessage(error),
    }),
  )
  if (process.connected) process.send?.(outcome, () => process.exit())
  else process.exit()
})

async function run({ config, database, trialRestores }: BackupTask): Promise<BackupOutcome> {
  const { signal } = stopping
  const { location, name, bytes, lost } = await makeBackup({ config, database, kind: 'nightly', signal })
  const store = await findBackupFolder(config)
  const deleted = await deleteOldBackups(store)
  const trial = trialRestores
    ? await tryRestoreMonthly({ database, config, store, name, signal }).catch((error) => ({
        problem: getErrorMessage(error),
      }))
    : undefined
  return { location, bytes, lost: describeLost(lost), deleted, ...(trial && { trial }) }
}
