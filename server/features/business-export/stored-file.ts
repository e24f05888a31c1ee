import type { ObjectStore } from '../../storage/object-store.ts'
import type { StoredExport } from './queries.ts'

/** All parts but the last have this length. A part is in memory while it is written and read. */
export const PART_BYTES = 4 * 1024 * 1024

const partKey = ({ businessid, exportid }: Omit<StoredExport, 'parts'>, part: number) =>
  `exports/${businessid}/${exportid}/${part}`

type Stored = Omit<StoredExport, 'parts'>
/** Called before a part is stored, with the number of parts then. */
type BeforePart = (parts: number) => Promise<void>

/** Stores bytes in parts and returns their number. Throws what the store throws; some parts may then be stored. */
export async function storeFile(files: ObjectStore, stored: Stored, bytes: AsyncIterable<Buffer>, beforePart: BeforePart) {
  const part = Buffer.alloc(PART_BYTES)
  let [parts, filled, total] = [0, 0, 0]
  const flush = async () => {
    await beforePart(parts + 1)
    await files.put(partKey(stored, parts), part.subarray(0, filled))
    parts += 1
    filled = 0
  }
  for await (const chunk of bytes) {
    total += chunk.length
    for (let rest = chunk; rest.length > 0; ) {
      const copied = rest.copy(part, filled)
      filled += copied
      rest = rest.subarray(copied)
      if (filled === PART_BYTES) await flush()
    }
  }
  if (filled > 0) await flush()
  return { parts, bytes: total }
}

/** The bytes from `start` to `end`, both included, one part at a time. */
export async function* readFile(files: ObjectStore, stored: Stored, start: number, end: number) {
  for (let position = start; position <= end; ) {
    const part = Math.floor(position / PART_BYTES)
    const first = part * PART_BYTES
    const bytes = await files.get(partKey(stored, part))
    if (!bytes) throw new Error('a part of the file of a business is missing')
    yield bytes.subarray(position - first, end + 1 - first)
    position = first + PART_BYTES
  }
}

export async function deleteFile(files: ObjectStore, stored: StoredExport) {
  for (let part = 0; part < stored.parts; part++) await files.remove(partKey(stored, part))
}
