import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import type { z } from 'zod'
import { getErrorCode, getErrorMessage } from '../../db/errors.ts'
import { InvalidBusinessFile } from './invalid-business-file.ts'
import {
  BUSINESS_FILE,
  Business,
  FORMAT_VERSION,
  MANIFEST_FILE,
  Manifest,
  type ManifestPart,
  PICTURE_FILE,
  README_FILE,
} from './manifest.ts'
import type { Part } from './part.ts'
import { PARTS } from './parts.ts'
import { type FileRow, readRows } from './read-rows.ts'

export type BusinessFile = Awaited<ReturnType<typeof openBusinessFile>>

/** A manifest has a line for each picture. */
const MAX_JSON_BYTES = 128 * 1024 * 1024

/** Opens a file and reads its manifest. Throws InvalidBusinessFile when it is cut, of another kind, or of a newer Winkel. Close it. */
export async function openBusinessFile(path: string) {
  const zip = await openZip(path)
  try {
    const entries = await readEntries(zip)
    const read = (file: string) => readEntry(zip, entries, file)
    const manifest = await readJson(read, entries, MANIFEST_FILE, Manifest)
    if (manifest.version > FORMAT_VERSION)
      throw new InvalidBusinessFile('This file was made by a newer Winkel. Update this installation first.')
    checkNames(manifest, entries)
    const business = await readJson(read, entries, BUSINESS_FILE, Business)
    if (business.id !== manifest.business.id) throw new InvalidBusinessFile('business.json is of another business.')
    return {
      manifest,
      business,
      /** The rows of a part, in pages. */
      rows: async function* (part: Part): AsyncGenerator<FileRow[]> {
        if (part.isAddedLater && !entries.has(part.file)) return
        yield* readRows(part, await read(part.file))
      },
      bytes: async (file: string) => Buffer.concat(await Array.fromAsync(await read(file))),
      /** Reads everything once and compares it with the manifest. `onBytes` is called with the bytes of each part. */
      verify: async (onBytes: (bytes: number) => void = () => undefined) => {
        for (const part of manifest.parts) {
          await verifyPart(part, entries.get(part.file), await read(part.file))
          onBytes(part.bytes)
        }
        // The manifest has no line for these two.
        for (const file of [README_FILE, MANIFEST_FILE]) await verifyChecksum(entries.get(file), await read(file))
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function openZip(path: string) {
  try {
    return await openPromise(path, { lazyEntries: true, autoClose: false })
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') throw new InvalidBusinessFile(`There is no file ${path}.`)
    if (getErrorCode(error)) throw new InvalidBusinessFile(`${path} cannot be read: ${getErrorMessage(error)}.`)
    throw new InvalidBusinessFile(
      'This is not the file of a business, or a part of it is missing: it is no complete ZIP archive.',
    )
  }
}

async function readEntries(zip: ZipFile) {
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      if (entries.has(entry.fileName)) throw new InvalidBusinessFile(`The file has two entries named ${entry.fileName}.`)
      entries.set(entry.fileName, entry)
    }
  } catch (error) {
    throw error instanceof InvalidBusinessFile ? error : new InvalidBusinessFile('The ZIP archive is damaged.')
  }
  return entries
}

async function readEntry(zip: ZipFile, entries: Map<string, Entry>, file: string): Promise<Readable> {
  const entry = entries.get(file)
  if (!entry) throw new InvalidBusinessFile(`This is not the file of a business: it has no ${file}.`)
  return zip.openReadStreamPromise(entry).catch(() => {
    throw new InvalidBusinessFile(`${file} is damaged.`)
  })
}

async function readJson<Schema extends z.ZodType>(
  read: (file: string) => Promise<Readable>,
  entries: Map<string, Entry>,
  file: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  if ((entries.get(file)?.uncompressedSize ?? 0) > MAX_JSON_BYTES) throw new InvalidBusinessFile(`${file} is too large.`)
  const stream = await read(file)
  try {
    return schema.parse(JSON.parse(Buffer.concat(await Array.fromAsync(stream)).toString('utf8')))
  } catch {
    throw new InvalidBusinessFile(`This is not the file of a business: ${file} cannot be read.`)
  }
}

/** The archive has what the manifest lists, and the manifest lists every part once. */
function checkNames({ parts }: Manifest, entries: Map<string, Entry>) {
  const listed = new Set(parts.map(({ file }) => file))
  if (listed.size < parts.length) throw new InvalidBusinessFile(`${MANIFEST_FILE} lists a file twice.`)
  const known = new Set([BUSINESS_FILE, ...PARTS.map(({ file }) => file)])
  const required = [BUSINESS_FILE, ...PARTS.filter(({ isAddedLater }) => !isAddedLater).map(({ file }) => file)]
  for (const file of required) if (!listed.has(file)) throw new InvalidBusinessFile(`${file} is missing.`)
  for (const file of listed) {
    if (!entries.has(file)) throw new InvalidBusinessFile(`${file} is missing.`)
    if (!known.has(file) && !PICTURE_FILE.test(file)) throw new InvalidBusinessFile(`${file} is not known.`)
  }
  for (const file of entries.keys())
    if (!listed.has(file) && file !== MANIFEST_FILE && file !== README_FILE)
      throw new InvalidBusinessFile(`${file} is not listed in ${MANIFEST_FILE}.`)
}

/** Compares an entry with the checksum in the directory of the archive. */
async function verifyChecksum(entry: Entry | undefined, stream: Readable) {
  let checksum = 0
  try {
    for await (const chunk of stream) checksum = crc32(chunk, checksum)
  } catch {
    throw new InvalidBusinessFile(`${entry?.fileName} is damaged.`)
  }
  if (checksum !== entry?.crc32)
    throw new InvalidBusinessFile(`${entry?.fileName} was changed after the file was made: its checksum is wrong.`)
}

/** yauzl refuses an entry whose size differs from that in the directory of the archive. */
async function verifyPart({ file, rows, bytes, sha256 }: ManifestPart, entry: Entry | undefined, stream: Readable) {
  const hash = createHash('sha256')
  const chunks = (async function* () {
    for await (const chunk of stream) {
      hash.update(chunk)
      yield chunk as Buffer
    }
  })()
  const part = PARTS.find((part) => part.file === file)
  let counted = 0
  let unreadable: unknown
  try {
    if (part) for await (const page of readRows(part, chunks)) counted += page.length
  } catch (error) {
    unreadable = error
  }
  try {
    // The rest, so that a changed file is called changed, wherever it can no longer be read.
    for await (const _ of chunks);
  } catch {
    throw new InvalidBusinessFile(`${file} is damaged.`)
  }
  if (!unreadable && (entry?.uncompressedSize !== bytes || hash.digest('hex') !== sha256))
    throw new InvalidBusinessFile(`${file} was changed after the file was made: its checksum is wrong.`)
  if (unreadable) throw unreadable
  if (part && counted !== rows) throw new InvalidBusinessFile(`${file} has ${counted} rows, and ${rows} are listed.`)
}
