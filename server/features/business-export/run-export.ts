import type { Logger } from 'pino'
import { TooBusy } from '../../../db/errors.ts'
import type { InBusiness, TenantScopes } from '../../../db/tenant-scope.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { makeFile } from './make-file.ts'
import { findOlderExport, insertExport, leaveExport, type StoredExport, saveProgress } from './queries.ts'
import { deleteFile } from './stored-file.ts'

/** Each holds a connection for minutes. */
const MAX_RUNNING = 2

export type ExportRunner = ReturnType<typeof createExportRunner>

type Parts = { scopes: TenantScopes; files: ObjectStore; background: BackgroundWork; log: Logger }

/** Makes the files of businesses in the background. */
export function createExportRunner({ scopes, files, background, log }: Parts) {
  let running = 0

  /** Claims the file of the person's business, in place of the older one. */
  async function claim(user_id: string, isRestart: boolean) {
    const older = await scopes.asOwner(user_id, findOlderExport)
    // Another server may have been faster.
    if (older === 'running' || (isRestart && older?.state !== 'running')) return undefined
    if (older) await deleteFile(files, older)
    const restarts = isRestart && older ? older.restarts + 1 : 0
    return scopes.asOwner(user_id, (scope) => insertExport(scope, older, restarts))
  }

  async function make(user_id: string, claimed: Omit<StoredExport, 'parts'>, log: Logger) {
    const file: StoredExport = { ...claimed, parts: 0 }
    const within: InBusiness = (work) => scopes.asOwner(user_id, work)
    running++
    await background.run(async (signal) => {
      try {
        await makeFile({ scopes, files, user_id, file, signal, log })
      } catch (error) {
        if (!signal.aborted) await giveUp(file, within, error, log)
        else await within((scope) => leaveExport(scope, file.exportid)).catch(() => undefined) // its lease ends by itself
      } finally {
        running--
      }
    })
  }

  async function giveUp(file: StoredExport, within: InBusiness, error: unknown, log: Logger) {
    log.error({ event: 'business_export_failed', err: error }, 'the file of a business could not be made')
    try {
      await deleteFile(files, file)
      await within((scope) => saveProgress(scope, file.exportid, { parts: 0, state: 'failed' }))
    } catch (err) {
      log.warn({ event: 'business_export_not_removed', err }, 'a part of a file that failed remains for a day')
    }
  }

  return {
    /** Begins the file of the caller's business. 'running' while another one is made. */
    async start(user_id: string, log: Logger): Promise<'started' | 'running'> {
      if (running >= MAX_RUNNING) throw new TooBusy('as many files are being made as can be')
      const claimed = await claim(user_id, false)
      if (claimed) void make(user_id, claimed, log)
      return claimed ? 'started' : 'running'
    },
    /** Makes a file again whose server has ended. */
    async restart(user_id: string) {
      const claimed = running < MAX_RUNNING && (await claim(user_id, true))
      if (claimed) await make(user_id, claimed, log)
    },
  }
}
