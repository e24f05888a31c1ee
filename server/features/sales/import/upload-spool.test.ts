import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { FileSource } from '../../../shared/files/file-source.ts'
import { TooBusy } from '../../../shared/limiter.ts'
import { createUploadSpool } from './upload-spool.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spool-test-'))
})
afterEach(() => rm(folder, { recursive: true }))

const createUpload = (businessid: string, signal = new AbortController().signal) => ({
  ...{ businessid, signal, encoding: undefined },
  body: new Blob(['Date,Total\n']).stream(),
})
const readAll = async (source: FileSource) => Buffer.concat(await Array.fromAsync(source())).toString()

test('upload spool: keeps a file while it is read, and refuses more files than it has space for', async () => {
  const spool = createUploadSpool({ folder, maxFiles: 2, maxFilesOfBusiness: 1, waitMs: 0 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const read = async (source: FileSource) => {
    await promise
    return readAll(source)
  }
  const kept = [spool(createUpload('a'), read), spool(createUpload('b'), read)]
  await expect(spool(createUpload('a'), readAll), 'one of a business').rejects.toThrow(TooBusy)
  await expect(spool(createUpload('c'), readAll), 'two of all').rejects.toThrow(TooBusy)
  resolve()
  expect(await Promise.all(kept)).toEqual(['Date,Total\n', 'Date,Total\n'])
  expect(await readdir(folder)).toEqual([])
  expect(await spool(createUpload('a'), readAll), 'there is space again').toBe('Date,Total\n')
})

test('upload spool: deletes a file whose sender is gone, and those that a killed server left', async () => {
  const abandoned = join(folder, 'winkel-import-abandoned')
  await mkdir(abandoned)
  await utimes(abandoned, new Date(), Date.now() / 1000 - 2 * 60 * 60)
  await mkdir(join(folder, 'winkel-import-in-use'))
  const spool = createUploadSpool({ folder })
  const sender = new AbortController()
  const read = async (source: FileSource) => {
    sender.abort()
    return readAll(source)
  }
  await expect(spool(createUpload('a', sender.signal), read)).rejects.toThrow('aborted')
  expect(await readdir(folder)).toEqual(['winkel-import-in-use'])
})
