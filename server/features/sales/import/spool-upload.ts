import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { createGunzip } from 'node:zlib'
import { SALES_IMPORT_MAX_BYTES } from '../../../../contract/shared/constants.ts'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { InvalidFile } from '../../../shared/files/invalid-file.ts'

export type SpooledFile = { source: FileSource; remove(): Promise<void> }

/** Writes an upload to a temporary file, so that it can be read several times and is never in memory as a whole. */
export async function spoolUpload(body: Request['body'], encoding: string | undefined): Promise<SpooledFile> {
  const folder = await mkdtemp(join(tmpdir(), 'winkel-import-'))
  const remove = () => rm(folder, { recursive: true, force: true })
  const path = join(folder, 'file')
  try {
    const upload = body ? Readable.fromWeb(body as ReadableStream<Uint8Array>) : Readable.from([])
    const file = createWriteStream(path, { mode: 0o600 })
    if (encoding === 'gzip') await pipeline(upload, createGunzip(), limitSize(), file)
    else await pipeline(upload, limitSize(), file)
  } catch (error) {
    await remove()
    throw isBrokenGzip(error) ? new InvalidFile('This file cannot be unpacked.') : error
  }
  return { source: () => createReadStream(path, { highWaterMark: CHUNK_BYTES }), remove }
}

const CHUNK_BYTES = 256 * 1024

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
