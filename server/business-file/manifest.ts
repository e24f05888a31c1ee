import { z } from 'zod'
import { ClosingHour, DifferenceLimit } from '../../contract/cash-ups.ts'
import { ReceiptSettings } from '../../contract/receipts.ts'
import { ScalePatterns } from '../../contract/shared/scale-patterns.ts'
import { StockSettings } from '../../contract/stock-settings.ts'

export const FORMAT = 'winkel-business'
/** Of the file. It changes when an import of an older file needs to read it in another way. */
export const FORMAT_VERSION = 1

export const MANIFEST_FILE = 'manifest.json'
export const BUSINESS_FILE = 'business.json'
export const README_FILE = 'README.txt'

const Timestamp = z.iso.datetime({ offset: true })

/** business.json. */
export const Business = z.strictObject({
  id: z.uuid(),
  name: z.string().min(1).max(200),
  registration_number: z.string().min(1).max(100),
  timezone: z.string().max(100),
  /** Missing in files of older versions. */
  closing_hour: ClosingHour.default(0),
  /** Missing in files of older versions. */
  difference_limit: DifferenceLimit.default(50),
  /** Missing in files of older versions. */
  stock_reasons: StockSettings.shape.stock_reasons.default(['Damaged', 'Stolen', 'Expired', 'Own use', 'Found']),
  /** Missing in files of older versions. */
  purchase_price_rule: StockSettings.shape.purchase_price_rule.default('keep'),
  /** Missing in files of older versions. */
  scale_patterns: ScalePatterns.default([]),
  /** Missing in files of older versions. */
  vat_number: ReceiptSettings.shape.vat_number.default(null),
  /** Missing in files of older versions. */
  receipt_lines: ReceiptSettings.shape.receipt_lines.default([]),
  /** Missing in files of older versions. */
  discount_limit: ReceiptSettings.shape.discount_limit.default(10),
  primary_siteid: z.number().int().positive().nullable(),
  signup_finished_at: Timestamp.nullable(),
  created_at: Timestamp,
})
export type Business = z.infer<typeof Business>

export const ManifestPart = z.strictObject({
  file: z.string().max(200),
  /** Of a table: rows without the header. */
  rows: z.number().int().nonnegative().optional(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type ManifestPart = z.infer<typeof ManifestPart>

/** manifest.json: what is in the file. It lists every other file but the README. */
export const Manifest = z.object({
  format: z.literal(FORMAT),
  version: z.number().int().positive(),
  /** The newest migration of the installation that made the file. */
  schema_version: z.string().max(100),
  made_at: Timestamp,
  business: z.object({ id: z.uuid(), name: z.string().max(200) }),
  parts: z.array(ManifestPart),
})
export type Manifest = z.infer<typeof Manifest>

/** The files of a picture: a name of the database and a size. */
export const PICTURE_FILE = /^pictures\/([0-9a-f]{32})-(full|thumb)\.webp$/
