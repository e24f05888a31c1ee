import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { fileStoreOf, StoreAway } from './file-store.ts'

const bytes = new TextEncoder().encode('a picture')

async function folder() {
  const dataDir = await mkdtemp(join(tmpdir(), 'winkel-files-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  return dataDir
}

/** A bucket named shop, as S3 speaks over HTTP: signed requests, whole objects by path, an XML error for what is not there. */
async function bucket() {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(String(request.url), 'http://localhost')
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=key/')) return response.writeHead(403).end()
    if (request.method === 'PUT') objects.set(pathname, await buffer(request))
    if (request.method === 'DELETE') objects.delete(pathname)
    if (request.method !== 'GET') return response.writeHead(request.method === 'PUT' ? 200 : 204).end()
    const object = objects.get(pathname)
    if (object) response.end(object)
    else response.writeHead(404, { 'content-type': 'application/xml' }).end('<Error><Code>NoSuchKey</Code></Error>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () =>
    new Promise((done) => {
      server.close(done)
      server.closeAllConnections()
    })
  onTestFinished(() => void close())
  return { objects, close, filesUrl: `s3+http://key:se%2Fcret@127.0.0.1:${(server.address() as AddressInfo).port}/shop` }
}

test.each(['a folder', 'a bucket'])('%s keeps files by their keys', async (kind) => {
  const dataDir = await folder()
  const store = fileStoreOf({ dataDir, ...(kind === 'a bucket' && { filesUrl: (await bucket()).filesUrl }) })
  expect(await store.get('pictures/one.webp')).toBeUndefined()
  await store.put('pictures/one.webp', bytes)
  expect(await store.get('pictures/one.webp')).toEqual(bytes)
  await store.remove('pictures/one.webp')
  await store.remove('pictures/one.webp')
  expect(await store.get('pictures/one.webp')).toBeUndefined()
  expect(await readdir(dataDir)).toEqual(kind === 'a folder' ? ['files'] : [])
})

test('a bucket holds what was put, under the key alone', async () => {
  const { objects, filesUrl } = await bucket()
  await fileStoreOf({ dataDir: '/nowhere', filesUrl }).put('pictures/one.webp', bytes)
  expect([...objects]).toEqual([['/shop/pictures/one.webp', Buffer.from(bytes)]])
})

test('a bucket that is away is no missing file', async () => {
  const { close, filesUrl } = await bucket()
  const store = fileStoreOf({ dataDir: '/nowhere', filesUrl })
  await close()
  await expect(store.get('pictures/one.webp')).rejects.toThrow(StoreAway)
  await expect(store.put('pictures/one.webp', bytes)).rejects.toThrow(StoreAway)
})

test('a wrong secret is no missing file either', async () => {
  const { filesUrl } = await bucket()
  await expect(fileStoreOf({ dataDir: '/nowhere', filesUrl: filesUrl.replace('key:', 'other:') }).get('x')).rejects.toThrow(
    StoreAway,
  )
})
