import { createHash } from 'node:crypto'
import { z } from 'zod'
import { CannotStart } from '../../db/errors.ts'

/**
 * A backup is a tar file. Its first entry is FORMAT_ENTRY, then come the parts of the tables (COPY text, each compressed with zstd), the
 * pictures as they are, the generated secret, the manifest and the manifest's SHA-256.
 */
export const FORMAT = 1
export const FORMAT_ENTRY = 'winkel-backup.json'
export const SECRET_ENTRY = 'auth-secret'
export const MANIFEST_ENTRY = 'manifest.json'
export const CHECKSUM_ENTRY = 'manifest.json.sha256'

/** The name of the n-th part of a table, counted from 1. */
export const partName = (table: { schema: string; name: string }, part: number) =>
  `tables/${table.schema}.${table.name}/${String(part).padStart(6, '0')}.copy.zst`

const count = z.int().min(0)
const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

/** The first entry, so that the file of another program or of a newer format is refused at once. */
export const FormatEntry = z.object({ winkel_backup: z.int() })

const Part = z.object({ name: z.string(), rows: count, bytes: count, sha256 })

const TableParts = z.object({
  schema: z.string(),
  name: z.string(),
  /** Without the generated ones. */
  columns: z.array(z.string()),
  rows: count,
  parts: z.array(Part),
})

const Sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** A bigint; null for a sequence that was never used. */
  last_value: z
    .string()
    .regex(/^-?\d+$/)
    .nullable(),
})

export const Manifest = z.object({
  format: z.literal(FORMAT),
  made_at: z.iso.datetime(),
  /** The name of the last migration. */
  schema_version: z.string(),
  postgres_version: z.string(),
  /** Whether the generated secret is in the file, and the start of a hash of the secret that was in use. */
  auth_secret: z.object({ is_included: z.boolean(), fingerprint: z.string().optional() }),
  tables: z.array(TableParts),
  sequences: z.array(Sequence),
  /** Of all pictures, in their order: a hash of their names and hashes. `missing` were named by products and had no file. */
  pictures: z.object({ files: count, bytes: count, sha256, missing: count }),
})
export type Manifest = z.infer<typeof Manifest>
export type TableParts = z.infer<typeof TableParts>
export type Part = z.infer<typeof Part>

/** The file is not a whole and unchanged backup of this program. */
export class InvalidBackup extends CannotStart {}

export const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** One hash of many files: of their names and hashes, in order. */
export function createFilesHash() {
  const all = createHash('sha256')
  let files = 0
  let bytes = 0
  return {
    add(name: string, content: Uint8Array) {
      all.update(`${name}\0${hash(content)}\n`)
      files++
      bytes += content.byteLength
    },
    result: () => ({ files, bytes, sha256: all.copy().digest('hex') }),
  }
}

/** Tells one secret from another, and nothing about it. */
export const fingerprint = (secret: string) => hash(`winkel backup\0${secret.trim()}`).slice(0, 16)

export const countRows = ({ tables }: Pick<Manifest, 'tables'>) => tables.reduce((sum, { rows }) => sum + rows, 0)
