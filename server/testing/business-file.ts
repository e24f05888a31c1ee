import { createReadStream, createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { openPromise } from 'yauzl'
import { ZipFile } from 'yazl'
import { importBusiness } from '../business-file/import-business.ts'
import { openBusinessFile } from '../business-file/open-business-file.ts'
import { createObjectStore } from '../storage/object-store.ts'
import type { Owner } from './clients.ts'
import type { TestServer } from './server.ts'
import { waitUntil } from './wait-until.ts'

/** Makes the file of the owner's business and waits until it is ready. */
export async function makeBusinessFile({ api }: Pick<Owner, 'api'>) {
  await api.businessExport.create()
  return waitUntil(async () => {
    const found = await api.businessExport.get()
    if (found.state !== 'ready') throw new Error(`the file is ${found.state}`)
    return found
  })
}

/** Makes the file and downloads it to `path`. */
export async function downloadBusinessFile(owner: Pick<Owner, 'api' | 'fetch'>, path: string) {
  await makeBusinessFile(owner)
  const response = await owner.fetch('/api/v1/account/export/file')
  await writeFile(path, new Uint8Array(await response.arrayBuffer()))
}

/** Verifies and imports a file, as the operator's command does. */
export async function importBusinessFile({ ownerPool, config }: Pick<TestServer, 'ownerPool' | 'config'>, path: string) {
  const file = await openBusinessFile(path)
  const client = await ownerPool.connect()
  try {
    await file.verify()
    return await importBusiness(client, { file, files: createObjectStore(config) })
  } finally {
    client.release()
    file.close()
  }
}

/** The entries of a ZIP archive. */
export async function readEntries(path: string) {
  const zip = await openPromise(path, { lazyEntries: true })
  const entries = new Map<string, Buffer>()
  for await (const entry of zip.eachEntry())
    entries.set(entry.fileName, Buffer.concat(await Array.fromAsync(await zip.openReadStreamPromise(entry))))
  return entries
}

/** Writes a copy of an archive in which `change` has changed the entries. Their bytes are in the copy as they are without `compress`. */
export async function changeArchive(
  path: string,
  copy: string,
  change: (entries: Map<string, Buffer>) => void,
  { compress = true } = {},
) {
  const entries = await readEntries(path)
  change(entries)
  const zip = new ZipFile()
  for (const [name, bytes] of entries) zip.addBuffer(bytes, name, { compress })
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(copy))
}

/** Writes the first bytes of a file. */
export const cutFile = (path: string, copy: string, bytes: number) =>
  pipeline(createReadStream(path, { end: bytes - 1 }), createWriteStream(copy))
