import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { isDiskFull } from '../../db/errors.ts'
import { bucketServer } from '../testing/bucket.ts'
import { createObjectStore, StorageUnavailable } from './object-store.ts'

const bytes = new TextEncoder().encode('a picture')

async function folder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

async function bucket() {
  const made = await bucketServer()
  onTestFinished(() => void made.close())
  return made
}

test.each(['a folder', 'a bucket'])('object store: %s keeps files by their keys', async (kind) => {
  const dataDir = await folder()
  const store = createObjectStore({ dataDir, ...(kind === 'a bucket' && { filesUrl: (await bucket()).filesUrl }) })
  expect(await store.get('pictures/one.webp')).toBeUndefined()
  await store.put('pictures/one.webp', bytes)
  expect(await store.get('pictures/one.webp')).toEqual(bytes)
  await store.remove('pictures/one.webp')
  await store.remove('pictures/one.webp')
  expect(await store.get('pictures/one.webp')).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(kind === 'a folder' ? ['files'] : [])
})

test.each(['a folder', 'a bucket'])('object store: an empty file of %s is empty', async (kind) => {
  const store = createObjectStore({
    dataDir: await folder(),
    ...(kind === 'a bucket' && { filesUrl: (await bucket()).filesUrl }),
  })
  await store.put('pictures/one.webp', new Uint8Array())
  expect(await store.get('pictures/one.webp')).toEqual(new Uint8Array())
})

test('object store: a bucket stores a file under its key', async () => {
  const { objects, filesUrl } = await bucket()
  await createObjectStore({ dataDir: '/nowhere', filesUrl }).put('pictures/one.webp', bytes)
  expect([...objects]).toEqual([['/shop/pictures/one.webp', Buffer.from(bytes)]])
})

test('object store: an unreachable bucket is not reported as a missing file', async () => {
  const { close, filesUrl } = await bucket()
  const store = createObjectStore({ dataDir: '/nowhere', filesUrl })
  await close()
  await expect(store.get('pictures/one.webp')).rejects.toThrow(StorageUnavailable)
  await expect(store.put('pictures/one.webp', bytes)).rejects.toThrow(StorageUnavailable)
})

test('object store: a wrong secret is not reported as a missing file', async () => {
  const { filesUrl } = await bucket()
  await expect(createObjectStore({ dataDir: '/nowhere', filesUrl: filesUrl.replace('key:', 'other:') }).get('x')).rejects.toThrow(
    StorageUnavailable,
  )
})

test.skipIf(!existsSync('/dev/full'))('object store: an error says that the disk is full', async () => {
  const dataDir = await folder()
  await mkdir(join(dataDir, 'files'))
  await symlink('/dev/full', join(dataDir, 'files', 'picture'))
  const error = await createObjectStore({ dataDir })
    .put('picture', new Uint8Array(10))
    .catch((error) => error)
  expect(isDiskFull(error)).toBe(true)
})
