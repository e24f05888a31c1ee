import type { Logger } from 'pino'
import { isOverloaded } from '../../../db/errors.ts'
import { readSchemaVersion } from '../../../db/migration-files.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import { writeBusinessFile } from '../../business-file/write-business-file.ts'
import type { ObjectStore } from '../../storage/object-store.ts'
import { type PictureSize, readPicture } from '../../storage/picture-files.ts'
import { type StoredExport, saveProgress } from './queries.ts'
import { storeFile } from './stored-file.ts'

const PROGRESS_MS = 1_000

type Run = {
  scopes: TenantScopes
  files: ObjectStore
  user_id: string
  /** `parts` counts those that are stored, or may be. */
  file: StoredExport
  signal: AbortSignal
  log: Logger
}

/** Makes the file of a business, as its user sees it, from one snapshot. Throws when it is no longer the run of this file. */
export async function makeFile({ scopes, files, user_id, file, signal, log }: Run) {
  const { businessid, exportid } = file
  const began = performance.now()
  const schemaVersion = await readSchemaVersion()
  let [rows, savedAt] = [0, began]

  const save = (state?: { state: 'ready'; bytes: number }) =>
    scopes.asOwner(user_id, (scope) => saveProgress(scope, exportid, { rows_done: rows, parts: file.parts, ...state }))
  const renew = async () => {
    signal.throwIfAborted()
    savedAt = performance.now()
    const isOurs = await save().catch((error) => {
      // The tills of the business come first.
      if (isOverloaded(error)) return true
      throw error
    })
    if (!isOurs) throw new Error('another run has replaced this one')
  }

  const bytes = await scopes.asOwnerSnapshot(user_id, async (scope) => {
    let stored = 0
    const source = {
      scope,
      schemaVersion,
      readPicture: (picture: string, size: PictureSize) => readPicture(files, { businessid, picture }, size),
      onRows: async (count: number) => {
        rows += count
        if (performance.now() - savedAt > PROGRESS_MS) await renew()
      },
    }
    await writeBusinessFile(source, async (bytes) => {
      const announce = (parts: number) => {
        file.parts = parts
        return renew()
      }
      stored = (await storeFile(files, file, bytes, announce)).bytes
    })
    return stored
  })
  await save({ state: 'ready', bytes })
  const ms = Math.round(performance.now() - began)
  log.info({ event: 'business_exported', rows, bytes, ms }, 'the file of a business is ready')
}
