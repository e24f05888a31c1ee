import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { SALES_IMPORT_MAX_BYTES } from '../../../../contract/shared/constants.ts'
import { createKeyedLimiter } from '../../../../db/connection/keyed-limiter.ts'
import { createWaitList } from '../../../../db/connection/wait-list.ts'
import { QueueTimeout } from '../../../../db/errors.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'
import { TooBusy } from '../../../shared/limiter.ts'

/** Files on the disk at once, each of at most SALES_IMPORT_MAX_BYTES: those of all businesses need 512 MB. */
const LIMITS = { maxFiles: 8, maxFilesOfBusiness: 2, maxQueued: 20, waitMs: 5_000, folder: tmpdir() }

const PREFIX = 'winkel-import-'
/** A preview takes a minute at most. Files of a server that was killed stay longer. */
const MAX_AGE_MS = 60 * 60_000
const CHUNK_BYTES = 256 * 1024

type Upload = { businessid: string; body: Request['body']; encoding: string | undefined; signal: AbortSignal }

/** Keeps uploads in temporary files while they are read, so that they can be read several times and are never in memory as a whole. */
export function createUploadSpool(limits: Partial<typeof LIMITS> = {}) {
  const { maxFiles, maxFilesOfBusiness, folder, ...queue } = { ...LIMITS, ...limits }
  const places = createWaitList({ concurrency: maxFiles, ...queue })
  const takePlace = createKeyedLimiter({ concurrency: maxFilesOfBusiness, ...queue })

  /**
   * Writes an upload to a file, and deletes it after `read`. Throws TooBusy when there is no place in time, InvalidFile, and AbortError
   * when the sender is gone.
   */
  return async <T>({ businessid, ...upload }: Upload, read: (source: FileSource) => Promise<T>): Promise<T> => {
    const permit = await takePlace(businessid).catch((error) => {
      throw error instanceof QueueTimeout ? new TooBusy('the business has too many uploads') : error
    })
    try {
      if (!(await places.take())) throw new TooBusy('there are too many uploads')
      try {
        await removeAbandoned(folder)
        return await spool(folder, upload, read)
      } finally {
        places.release()
      }
    } finally {
      permit.release()
    }
  }
}

async function spool<T>(
  parent: string,
  { body, encoding, signal }: Omit<Upload, 'businessid'>,
  read: (source: FileSource) => Promise<T>,
) {
  const folder = await mkdtemp(join(parent, PREFIX))
  const path = join(folder, 'file')
  const upload = body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([])
  const file = createWriteStream(path, { mode: 0o600 })
  try {
    if (encoding === 'gzip') await pipeline(upload, createGunzip(), limitSize(), file, { signal })
    else await pipeline(upload, limitSize(), file, { signal })
    return await read(async function* () {
      for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES })) {
        signal.throwIfAborted()
        yield chunk
      }
    })
  } catch (error) {
    throw isBrokenGzip(error) ? new InvalidFile('This file cannot be unpacked.') : error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const isBrokenGzip = (error: unknown) => error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

/** A packed file of a megabyte may unpack to a gigabyte. */
function limitSize() {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > SALES_IMPORT_MAX_BYTES) done(new InvalidFile('A file has at most 64 MB. Split it, for example by year.'))
      else done(null, chunk)
    },
  })
}

/** Deletes the files of servers that ended before they could. */
async function removeAbandoned(parent: string) {
  const names = (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
  for (const name of names) {
    const path = join(parent, name)
    const { mtimeMs } = (await stat(path).catch(() => undefined)) ?? {}
    if (mtimeMs !== undefined && mtimeMs < Date.now() - MAX_AGE_MS) await rm(path, { recursive: true, force: true })
  }
}
