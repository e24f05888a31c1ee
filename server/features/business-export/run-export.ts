import type { Logger } from 'pino'
import { isOverloaded } from '../../../db/errors.ts'
import { readSchemaVersion } from '../../../db/migrate.ts'
import type { Scope, TenantScopes } from '../../../db/tenant-scope.ts'
import { writeBusinessFile } from '../../business-file/write-business-file.ts'
import { TooBusy } from '../../shared/limiter.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { readPicture } from '../../storage/picture-files.ts'
import {
  deleteExpiredExport,
  findOlderExport,
  insertExport,
  listExpiredExports,
  type StoredExport,
  saveProgress,
} from './queries.ts'
import { deleteFile, storeFile } from './stored-file.ts'

/** Each holds a connection for minutes. */
const MAX_RUNNING = 2
const PROGRESS_MS = 1_000

export type ExportRunner = ReturnType<typeof createExportRunner>

type Parts = { scopes: TenantScopes; files: ObjectStore; log: Logger }
type Run = Omit<StoredExport, 'parts'> & { user_id: string; log: Logger }

/** Makes the files of businesses in the background. */
export function createExportRunner({ scopes, files, log }: Parts) {
  const running = new Set<Promise<void>>()
  const stopping = new AbortController()

  async function run({ user_id, businessid, exportid, log }: Run) {
    const within = <T>(work: (scope: Scope) => Promise<T>) => scopes.asTenant(user_id, work)
    const began = performance.now()
    let parts = 0
    let rows = 0
    let savedAt = began
    const save = async () => {
      stopping.signal.throwIfAborted()
      savedAt = performance.now()
      const isOurs = await within((scope) => saveProgress(scope, exportid, { rows_done: rows, parts })).catch((error) => {
        // The tills of the business come first.
        if (isOverloaded(error)) return true
        throw error
      })
      if (!isOurs) throw new Error('another run has replaced this one')
    }
    try {
      const schemaVersion = await readSchemaVersion()
      const stored = await scopes.asTenantSnapshot(user_id, async (scope) => {
        let result = { parts: 0, bytes: 0 }
        await writeBusinessFile(
          {
            scope,
            schemaVersion,
            readPicture: (picture, size) => readPicture(files, { businessid, picture }, size),
            onRows: async (count) => {
              rows += count
              if (performance.now() - savedAt > PROGRESS_MS) await save()
            },
          },
          async (bytes) => {
            result = await storeFile(files, { businessid, exportid }, bytes, (next) => {
              parts = next
              return save()
            })
          },
        )
        return result
      })
      await within((scope) => saveProgress(scope, exportid, { ...stored, rows_done: rows, state: 'ready' }))
      log.info(
        { event: 'business_exported', rows, bytes: stored.bytes, ms: Math.round(performance.now() - began) },
        'the file of a business is ready',
      )
    } catch (error) {
      log.error({ event: 'business_export_failed', err: error }, 'the file of a business could not be made')
      await removeFailed({ businessid, exportid, parts }, within).catch((err) =>
        log.warn({ event: 'business_export_not_removed', err }, 'a part of a file that failed remains for a day'),
      )
    }
  }

  async function removeFailed(stored: StoredExport, within: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>) {
    await deleteFile(files, stored)
    await within((scope) => saveProgress(scope, stored.exportid, { parts: 0, state: 'failed' }))
  }

  return {
    /** Claims the file of the caller's business and makes it in the background. 'running' while another one is made. */
    async start(user_id: string, log: Logger): Promise<'started' | 'running'> {
      if (running.size >= MAX_RUNNING || stopping.signal.aborted) throw new TooBusy('as many files are being made as can be')
      const older = await scopes.asTenant(user_id, findOlderExport)
      if (older === 'running') return 'running'
      if (older) await deleteFile(files, older)
      const claimed = await scopes.asTenant(user_id, (scope) => insertExport(scope, older))
      if (!claimed) return 'running'
      const work = run({ ...claimed, user_id, log }).finally(() => running.delete(work))
      running.add(work)
      return 'started'
    },
    /** Deletes files that are older than a day. */
    async sweep() {
      for (const expired of await scopes.asAuth(listExpiredExports)) {
        await deleteFile(files, expired)
        await scopes.asAuth((scope) => deleteExpiredExport(scope, expired))
        log.info({ event: 'business_export_expired', business: expired.businessid }, 'the file of a business was deleted')
      }
    },
    /** Stops what runs. */
    async stop() {
      stopping.abort(new Error('the server stops'))
      await Promise.all(running)
    },
  }
}
