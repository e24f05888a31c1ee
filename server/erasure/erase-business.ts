import { setTimeout as delay } from 'node:timers/promises'
import { isOverloaded, isRetryable } from '../../db/errors.ts'
import type { ObjectStore } from '../storage/object-store.ts'

/** Rows of one transaction: about a quarter of a second. */
const ROWS_PER_SLICE = 5_000
const RETRY_MS = 500
/** A change that was begun before may hold the business for this time. */
const MAX_TRIES = 60

/** Calls `erase_business_rows` (db/functions/closing.sql) in a transaction of its own. */
export type EraseSlice = (maxRows: number) => Promise<number | null>

type Options = { rowsPerSlice?: number; signal?: AbortSignal; onRows?: (rows: number) => void }

/** Deletes all rows of a business that is due, in slices, and returns how many. The next call goes on with one that was interrupted. */
export async function eraseRows(
  eraseSlice: EraseSlice,
  { rowsPerSlice = ROWS_PER_SLICE, signal, onRows }: Options = {},
): Promise<number> {
  let deleted = 0
  for (let tries = 0; ; ) {
    signal?.throwIfAborted()
    try {
      const rows = await eraseSlice(rowsPerSlice)
      if (rows === null) return deleted
      deleted += rows
      onRows?.(rows)
      if (rows > 0) {
        tries = 0
        continue
      }
    } catch (error) {
      // A row was added since, by a change that was begun before.
      if (!isRetryable(error) && !isOverloaded(error)) throw error
      if (tries === MAX_TRIES) throw error
    }
    tries += 1
    if (tries > MAX_TRIES) throw new Error('a business that is to be erased is being changed')
    await delay(RETRY_MS, undefined, signal && { signal })
  }
}

/** The folders of a business in the file store. As in db/functions/closing.sql. */
export const createFolderNames = (businessid: string) => [`pictures/${businessid}/`, `exports/${businessid}/`]

/** Deletes the files below a folder, and returns how many there were. Throws StorageUnavailable. */
export async function removeFolder(files: ObjectStore, folder: string, signal?: AbortSignal) {
  // Listed before: a bucket may lose its place in the list when files of it are deleted.
  const keys = await Array.fromAsync(files.list(folder))
  for (const key of keys) {
    signal?.throwIfAborted()
    await files.remove(key)
  }
  return keys.length
}
