import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { waitUntil } from '../../testing/wait-until.ts'
import { createKeptUploads, type KeptUploads } from './kept-uploads.ts'

let folder: string
let uploads: KeptUploads
const open = (limits: Parameters<typeof createKeptUploads>[1] = {}) => {
  uploads = createKeptUploads(folder, limits)
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-uploads-'))
  open()
})
afterEach(async () => {
  await uploads.close()
  await rm(folder, { recursive: true })
})

const read = async (body: Request['body'], encoding: string | undefined) => `${await new Response(body).text()} ${encoding}`
const send = (owner: string, text: string) => uploads.receive(owner, new Blob([text]).stream(), 'gzip', read)

test('kept uploads: a file is read again as it was sent, by its owner only, until it is removed', async () => {
  const { result, uploadid } = await send('thandi', 'Date,Total')
  expect(result).toBe('Date,Total gzip')
  expect(await uploads.reuse('thandi', uploadid, read)).toEqual({ result, uploadid })
  expect(await uploads.reuse('anna', uploadid, read), 'another person').toBeUndefined()
  await uploads.remove('anna', uploadid)
  expect(await uploads.reuse('thandi', uploadid, read), 'another person cannot remove it').toEqual({ result, uploadid })
  expect(await readdir(folder), 'nothing is left when the server is killed').toEqual([])
  await uploads.remove('thandi', uploadid)
  expect(await uploads.reuse('thandi', uploadid, read)).toBeUndefined()
})

test('kept uploads: a file that is removed while it is read is read to its end', async () => {
  const { uploadid } = await send('thandi', 'Date,Total')
  const read = await uploads.reuse('thandi', uploadid, async (body) => {
    await uploads.remove('thandi', uploadid)
    return new Response(body).text()
  })
  expect(read?.result).toBe('Date,Total')
})

test('kept uploads: a file that could not be read is not kept', async () => {
  const fail = async () => {
    throw new Error('no file')
  }
  await expect(uploads.receive('thandi', new Blob(['x']).stream(), undefined, fail)).rejects.toThrow('no file')
})

test('kept uploads: the oldest file makes room, of a person and of all', async () => {
  open({ maxBytes: 10, maxFilesOfPerson: 2 })
  const sent = [await send('thandi', '1'), await send('thandi', '2'), await send('thandi', '3')]
  const found = async () =>
    Promise.all(sent.map(async ({ uploadid }) => (await uploads.reuse('thandi', uploadid, read)) !== undefined))
  expect(await found()).toEqual([false, true, true])
  await send('anna', '123456789')
  expect(await found()).toEqual([false, false, true])
})

test('kept uploads: a file is removed after its time', async () => {
  open({ maxAgeMs: 1 })
  const { uploadid } = await send('thandi', 'x')
  await waitUntil(async () => expect(await uploads.reuse('thandi', uploadid, read)).toBeUndefined())
})
