import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'
import { setLocalTimezone } from '../shared/local-time.ts'
import { PICTURE_SIZES, type PictureSize } from '../storage/picture-files.ts'
import {
  BUSINESS_FILE,
  type Business,
  FORMAT,
  FORMAT_VERSION,
  MANIFEST_FILE,
  type Manifest,
  type ManifestPart,
  README_FILE,
} from './manifest.ts'
import { PARTS } from './parts.ts'
import { type Row, readPages, writePart } from './read-part.ts'
import { createReadme } from './readme.ts'

export type Source = {
  /** Of a snapshot, so that the parts agree. */
  scope: Scope
  schemaVersion: string
  /** Undefined when the picture was deleted since the snapshot began. */
  readPicture(picture: string, size: PictureSize): Promise<Uint8Array | undefined>
  /** After each page. What it throws ends the work. */
  onRows(rows: number): Promise<void>
}

/**
 * Writes the file of the entered business, a ZIP archive, and passes its bytes to `store`. Memory stays flat at any size. Throws what
 * the queries or `store` throw.
 */
export async function writeBusinessFile(source: Source, store: (bytes: AsyncIterable<Buffer>) => Promise<void>) {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const entries = createEntries(zip)
  zip.on('error', (error: Error) => output.destroy(error))
  const adding = addEntries(source, entries.add)
    .then(() => zip.end())
    .catch((error) => void output.destroy(error))
  try {
    await store(output)
  } catch (error) {
    await entries.stop()
    throw error
  }
  await adding
}

type AddEntry = (name: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, compress?: boolean) => Promise<void>

/** Adds entries one after the other. `stop` waits for the query of the entry that is being written. */
function createEntries(zip: ZipFile) {
  let current: Readable | undefined
  const stopped = Promise.withResolvers<never>()
  stopped.promise.catch(() => undefined) // nobody may be waiting

  const add: AddEntry = (name, bytes, compress = true) => {
    const added = new Promise<void>((resolve, reject) => {
      zip.addReadStreamLazy(name, { compress }, (onStream) => {
        current = Readable.from(bytes, { objectMode: false }).on('end', resolve).on('error', reject)
        onStream(null, current)
      })
    })
    return Promise.race([added, stopped.promise])
  }
  const stop = async () => {
    stopped.reject(new Error('the file is not needed any more'))
    if (!current || current.closed) return
    const closed = once(current, 'close')
    current.destroy()
    await closed
  }
  return { add, stop }
}

async function addEntries({ scope, schemaVersion, readPicture, onRows }: Source, add: AddEntry) {
  const business = await findBusiness(scope)
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    schema_version: schemaVersion,
    made_at: new Date().toISOString(),
    business: { id: business.id, name: business.name },
    parts: [],
  }
  const addMeasured = async (file: string, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, compress = true) => {
    const part: ManifestPart = { file, bytes: 0, sha256: '' }
    await add(file, measure(part, bytes), compress)
    manifest.parts.push(part)
    return part
  }

  await add(README_FILE, [Buffer.from(createReadme(business.name, manifest.made_at))])
  await addMeasured(BUSINESS_FILE, [toJson(business)])
  for (const part of PARTS) {
    let rows = 0
    const pages = countRows(readPages(scope, part), (count) => {
      rows += count
      return onRows(count)
    })
    const written = await addMeasured(part.file, writePart(part, pages))
    written.rows = rows
  }
  for (const picture of await listPictures(scope)) {
    for (const size of PICTURE_SIZES) {
      const bytes = await readPicture(picture, size)
      if (bytes) await addMeasured(`pictures/${picture}-${size}.webp`, [bytes], false)
    }
  }
  await add(MANIFEST_FILE, [toJson(manifest)])
}

const toJson = (value: unknown) => Buffer.from(`${JSON.stringify(value, null, 2)}\n`)

/** Fills in the length and the hash of a part while its bytes pass. */
async function* measure(part: ManifestPart, bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    hash.update(chunk)
    part.bytes += chunk.length
    yield chunk
  }
  part.sha256 = hash.digest('hex')
}

async function* countRows(pages: AsyncIterable<Row[]>, onRows: (rows: number) => Promise<void>) {
  for await (const rows of pages) {
    yield rows
    await onRows(rows.length)
  }
}

/** Sets the time zone of the transaction too: every timestamp of the file has the offset of the business. */
async function findBusiness(scope: Scope): Promise<Business> {
  await setLocalTimezone(scope)
  const business = await scope
    .selectFrom('business')
    .select([
      'id',
      'name',
      'registration_number',
      'timezone',
      'closing_hour',
      'difference_limit',
      'stock_reasons',
      'purchase_price_rule',
      'scale_patterns',
      'vat_number',
      'receipt_lines',
      'discount_limit',
      'primary_siteid',
      'signup_finished_at',
      'created_at',
    ])
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()
  return {
    ...business,
    // A check of the table has the rules.
    purchase_price_rule: business.purchase_price_rule as Business['purchase_price_rule'],
    signup_finished_at: business.signup_finished_at?.toISOString() ?? null,
    created_at: business.created_at.toISOString(),
  }
}

/** Names of pictures, not their bytes. */
async function listPictures(scope: Scope) {
  const { rows } = await sql<{ picture: string }>`
    select picture from product where businessid = ${currentBusiness} and picture is not null
     group by picture order by min(productid)`.execute(scope)
  return rows.map(({ picture }) => picture)
}
