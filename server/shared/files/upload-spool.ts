import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { createLimiter, type Limits } from '../../../db/connection/limiter.ts'
import { TooBusy } from '../../../db/errors.ts'
import { InvalidFile } from './invalid-file.ts'
import { openNamelessFile } from './nameless-file.ts'

/** Files up to this size, unpacked, wait for no larger one. They have some 1,200 sales at most, which are read in a tenth of a second. */
export const SMALL_FILE_BYTES = 16 * 1024

/** Files of one business that wait for a place. */
const MAX_QUEUED = 20

const LIMITS = {
  /** Files on the disk at once. Each business has room for a few small ones that wait for the others. */
  small: { concurrency: 128, perKey: 4, waitMs: 30_000 },
  /** Those of all businesses need 1 GB at 64 MB each. A file waits while the files before it are read. */
  large: { concurrency: 16, perKey: 2, waitMs: 240_000 },
}

export type Upload = {
  businessid: string
  body: Request['body']
  /** 'gzip' for a packed body. */
  encoding?: string | undefined
  /** Aborted when the sender is gone. */
  signal: AbortSignal
  /** Of the file, unpacked: a packed file of a megabyte may unpack to a gigabyte. */
  maxBytes: number
  /** The message for a larger one. */
  tooLarge: string
}

/** Places that businesses take in turns. */
export const createPlaces = (limits: Omit<Limits, 'maxQueued'>) =>
  createLimiter({ ...limits, maxQueued: MAX_QUEUED, toError: () => new TooBusy('too many files are waiting') })

export type SpooledFile = { file: FileHandle; size: number }

/** Keeps uploads in files while they are read, so that they can be read several times and are never in memory as a whole. */
export function createUploadSpool(folder: string, limits: Partial<typeof LIMITS> = {}) {
  const { small, large } = { ...LIMITS, ...limits }
  const smallPlaces = createPlaces(small)
  const largePlaces = createPlaces(large)

  /**
   * Writes an upload to a file, and deletes it after `read`. Throws TooBusy when there is no place in time, InvalidFile, and AbortError
   * when the sender is gone.
   */
  return async <T>(upload: Upload, read: (spooled: SpooledFile) => Promise<T>): Promise<T> => {
    const { businessid, signal } = upload
    const places = [await smallPlaces.take(businessid, { signal })]
    try {
      const file = await openNamelessFile(folder)
      try {
        const size = await write(file, upload, async () => void places.push(await largePlaces.take(businessid, { signal })))
        return await read({ file, size })
      } finally {
        await file.close()
      }
    } finally {
      for (const place of places) place.release()
    }
  }
}

/** Returns the size. `onLarge` is called when the file is no longer small, and may wait. */
async function write(file: FileHandle, upload: Upload, onLarge: () => Promise<void>) {
  const { body, encoding, signal, maxBytes, tooLarge } = upload
  let size = 0
  const store = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      const wasSmall = size <= SMALL_FILE_BYTES
      size += chunk.length
      if (size > maxBytes) throw new InvalidFile(tooLarge)
      if (wasSmall && size > SMALL_FILE_BYTES) await onLarge()
      await file.writeFile(chunk)
    }
  }
  const source = body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([])
  try {
    if (encoding === 'gzip') await pipeline(source, createGunzip(), store, { signal })
    else await pipeline(source, store, { signal })
  } catch (error) {
    throw isBrokenGzip(error) ? new InvalidFile('This file cannot be unpacked.') : error
  }
  return size
}

const isBrokenGzip = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
