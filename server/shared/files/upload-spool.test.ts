import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TooBusy } from '../../../db/errors.ts'
import { openNamelessFile, readFromStart, removeNamedFiles } from './nameless-file.ts'
import { createUploadSpool, SMALL_FILE_BYTES, type SpooledFile, type Upload } from './upload-spool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const SMALL = 'Date,Total\n'
const LARGE = 'x'.repeat(SMALL_FILE_BYTES + 1)

const createUpload = (businessid: string, text: string | Buffer<ArrayBuffer> = SMALL): Upload => ({
  ...{ businessid, signal: new AbortController().signal, maxBytes: 2 * SMALL_FILE_BYTES, tooLarge: 'too large' },
  body: new Blob([text]).stream(),
})
const readAll = async ({ file }: SpooledFile) => Buffer.concat(await Array.fromAsync(readFromStart(file))).toString()

test('upload spool: keeps a file while it is read, and refuses more files than it has space for', async () => {
  const few = { concurrency: 2, perKey: 1, waitMs: 10 }
  const spool = createUploadSpool(folder, { large: few })
  const { promise, resolve } = Promise.withResolvers<void>()
  let reading = 0
  const read = async (spooled: SpooledFile) => {
    reading++
    await promise
    return readAll(spooled)
  }
  const kept = [spool(createUpload('a', LARGE), read), spool(createUpload('b', LARGE), read)]
  await expect.poll(() => reading).toBe(2)
  await expect(spool(createUpload('a', LARGE), readAll), 'one of a business').rejects.toThrow(TooBusy)
  await expect(spool(createUpload('c', LARGE), readAll), 'two of all').rejects.toThrow(TooBusy)
  expect(await spool(createUpload('c'), readAll), 'a small file needs no such space').toBe(SMALL)
  resolve()
  expect(await Promise.all(kept)).toEqual([LARGE, LARGE])
  expect(await spool(createUpload('a', LARGE), readAll), 'there is space again').toBe(LARGE)
})

test('upload spool: unpacks a file, up to its limit', async () => {
  const spool = createUploadSpool(folder)
  const packed = { encoding: 'gzip' }
  expect(await spool({ ...createUpload('a', gzipSync(LARGE)), ...packed }, readAll)).toBe(LARGE)
  await expect(spool({ ...createUpload('a', gzipSync(LARGE + LARGE)), ...packed }, readAll)).rejects.toThrow('too large')
  await expect(spool({ ...createUpload('a', gzipSync(LARGE).subarray(0, 50)), ...packed }, readAll)).rejects.toThrow('unpacked')
})

test('upload spool: ends with its sender, before, while and after the file is written', async () => {
  const spool = createUploadSpool(folder, { small: { concurrency: 1, perKey: 1, waitMs: 60_000 } })
  const sender = new AbortController()
  const upload = { ...createUpload('a'), signal: sender.signal }
  const reading = spool(upload, async ({ file }) => {
    sender.abort()
    return Array.fromAsync(readFromStart(file, sender.signal))
  })
  const waiting = spool({ ...createUpload('b'), signal: sender.signal }, readAll)
  await Promise.all([expect(reading).rejects.toThrow('aborted'), expect(waiting).rejects.toThrow('aborted')])
  expect(await spool(createUpload('b'), readAll)).toBe(SMALL)
})

test('upload spool: no file in use has a name, so a server that is killed leaves none and one that starts deletes none', async () => {
  await writeFile(join(folder, 'left'), 'x')
  const file = await openNamelessFile(folder)
  await file.writeFile(SMALL)
  await removeNamedFiles(folder)
  expect(await readdir(folder)).toEqual([])
  expect(await readAll({ file, size: SMALL.length })).toBe(SMALL)
  await file.close()
})
