import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { extract } from 'tar-stream'
import { getErrorMessage } from '../../db/errors.ts'
import {
  CHECKSUM_ENTRY,
  createFilesHash,
  FORMAT,
  FORMAT_ENTRY,
  FormatEntry,
  fingerprint,
  hash,
  InvalidBackup,
  MANIFEST_ENTRY,
  Manifest,
  type Part,
  SECRET_ENTRY,
} from './manifest.ts'
import { countLines } from './table-parts.ts'
import { decompress } from './zstd.ts'

/** Nothing else becomes a path. */
const PICTURE_ENTRY = /^pictures\/[0-9a-f-]{36}\/[0-9a-f]{32}-(full|thumb)\.webp$/
const TABLE_ENTRY = /^tables\/([^/]+)\/\d{6,}\.copy\.zst$/
const MAX_ENTRY_BYTES = 1024 ** 3

/** What a restore does with the content. A check has no handlers. */
type Handlers = {
  /** `table` is the folder of the part: schema and name with a dot between. */
  onPart?: (table: string, text: Buffer) => Promise<void>
  onPicture?: (key: string, content: Buffer) => Promise<void>
  onSecret?: (secret: string) => Promise<void>
  /** Bytes that were read. */
  onRead?: (bytes: number) => void
}

/**
 * Reads a backup from its first byte to its last and checks every part: hashes, row counts, order and names. Throws InvalidBackup,
 * with the reason as a sentence, when the file is cut off, changed, of another program or of a newer format. The handlers are called
 * while it reads: only the end says that all was right.
 */
export async function readBackup(source: Readable, handlers: Handlers = {}): Promise<Manifest> {
  const archive = extract()
  let sourceError: unknown
  source.once('error', (error) => {
    sourceError = error
    archive.destroy(error)
  })
  source.pipe(archive)
  const found = createFindings()
  const toReason = (error: unknown): never => {
    if (sourceError) throw sourceError
    if (!found.hasFormat) throw new InvalidBackup('This is not a backup of Winkel.')
    throw new InvalidBackup(`The backup is cut off or damaged: ${getErrorMessage(error)}. Use another copy of it.`)
  }
  try {
    const entries = archive[Symbol.asyncIterator]()
    for (;;) {
      const { value: entry, done } = await entries.next().catch(toReason)
      if (done) break
      const content = await buffer(limitSize(entry)).catch(toReason)
      await readEntry(entry.header.name, content, found, handlers)
    }
  } finally {
    source.destroy()
    archive.destroy()
  }
  return checkEnd(found)
}

function limitSize(entry: Iterated<ReturnType<typeof extract>>) {
  if ((entry.header.size ?? 0) > MAX_ENTRY_BYTES) throw damaged(`${entry.header.name} is too large`)
  return entry as unknown as Readable
}

type Iterated<T> = T extends AsyncIterable<infer Entry> ? Entry : never

type Findings = ReturnType<typeof createFindings>

const createFindings = () => ({
  hasFormat: false,
  parts: [] as Part[],
  pictures: createFilesHash(),
  secret: undefined as string | undefined,
  manifest: undefined as Buffer | undefined,
  checksum: undefined as string | undefined,
})

async function readEntry(name: string, content: Buffer, found: Findings, handlers: Handlers) {
  const { onPart, onPicture, onSecret, onRead } = handlers
  if (!found.hasFormat && name !== FORMAT_ENTRY) throw new InvalidBackup('This is not a backup of Winkel.')
  if (found.checksum !== undefined) throw damaged(`it has an unexpected part ${name}`)
  onRead?.(content.length)
  if (name === FORMAT_ENTRY) {
    checkFormat(content)
    found.hasFormat = true
  } else if (PICTURE_ENTRY.test(name)) {
    found.pictures.add(name, content)
    await onPicture?.(name, content)
  } else if (name === SECRET_ENTRY) {
    found.secret = content.toString()
    await onSecret?.(found.secret)
  } else if (name === MANIFEST_ENTRY) found.manifest = content
  else if (name === CHECKSUM_ENTRY) found.checksum = content.toString().trim()
  else {
    const table = TABLE_ENTRY.exec(name)?.[1]
    if (!table) throw damaged(`it has an unexpected part ${name}`)
    const text = await decompress(content).catch(() => {
      throw damaged(`${name} was changed`)
    })
    found.parts.push({ name, rows: countLines(text), bytes: content.length, sha256: hash(content) })
    await onPart?.(table, text)
  }
}

function checkFormat(content: Buffer) {
  const { data } = FormatEntry.safeParse(parseJson(content))
  if (!data) throw new InvalidBackup('This is not a backup of Winkel.')
  if (data.winkel_backup !== FORMAT) {
    throw new InvalidBackup(
      `The backup has format ${data.winkel_backup} and this Winkel reads format ${FORMAT}: use the version of Winkel that made it, or a newer one.`,
    )
  }
}

function checkEnd({ hasFormat, parts, pictures, secret, manifest, checksum }: Findings): Manifest {
  if (!hasFormat) throw new InvalidBackup('This is not a backup of Winkel.')
  if (!manifest || checksum === undefined)
    throw new InvalidBackup('The backup is cut off: its end is missing. Use another copy of it.')
  if (hash(manifest) !== checksum) throw damaged('its manifest was changed')
  const { data } = Manifest.safeParse(parseJson(manifest))
  if (!data) throw damaged('its manifest cannot be read')
  const listed = data.tables.flatMap((table) => table.parts)
  for (const [index, part] of listed.entries()) {
    const read = parts[index]
    if (read?.name !== part.name) throw damaged(`${part.name} is missing`)
    if (read.sha256 !== part.sha256 || read.rows !== part.rows) throw damaged(`${part.name} was changed`)
  }
  if (parts.length > listed.length) throw damaged(`it has an unexpected part ${parts[listed.length]?.name}`)
  for (const { schema, name, rows, parts } of data.tables)
    if (parts.reduce((sum, part) => sum + part.rows, 0) !== rows) throw damaged(`the rows of ${schema}.${name} are not all there`)
  if (pictures.result().sha256 !== data.pictures.sha256) throw damaged('a picture was changed or is missing')
  if (data.auth_secret.is_included !== (secret !== undefined)) throw damaged('the secret is missing')
  if (secret !== undefined && fingerprint(secret) !== data.auth_secret.fingerprint) throw damaged('the secret was changed')
  return data
}

const damaged = (reason: string) => new InvalidBackup(`The backup is damaged: ${reason}. Use another copy of it.`)

function parseJson(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
