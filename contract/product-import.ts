import { z } from 'zod'
import { Flag, Id } from './shared/fields.ts'

const Value = z.union([z.string(), z.number()])

/**
 * An import of products, in two calls that are no procedures, since they carry a file and progress:
 *
 * - POST /api/v1/products/imports?siteid=… with the CSV file as its body (Content-Type: text/csv) answers with an ImportPreview and
 *   writes no product. `siteid` is the site of lines that name none.
 * - POST /api/v1/products/imports/{importid}?sets_stock=… does what that preview showed, in one transaction, and answers with a
 *   line of JSON for each ImportProgress: how far it is, and at last what became of it. Without `sets_stock` the products of
 *   `stock_differs` keep their stock.
 */
export const ImportPreview = z.object({
  importid: z.uuid(),
  /** Products there are whose stock the file would change among other things; of a file that is about stock alone, none. */
  stock_differs: z.number().int(),
  /** The counts and lines are those of an import that sets all stock. */
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** Columns of the file that mean nothing here. */
  ignored: z.array(z.string()),
  /** Every line but the unchanged ones, in the order of the file. */
  lines: z.array(
    z.object({
      /** Where it ends in the file; the head is line 1. */
      line: z.number().int(),
      productname: z.string(),
      outcome: z.enum(['new', 'changed', 'refused']),
      /** Why it is refused. */
      reason: z.string().optional(),
      /** Of a new one. */
      price: z.number().optional(),
      stock: z.number().optional(),
      /** Of a new one: another product of its site has its name, and another barcode. */
      has_namesake: z.boolean().optional(),
      /** What is changed; long texts in part. */
      fields: z.array(z.object({ field: z.string(), before: Value, after: Value })).optional(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportProgress = z.union([
  /** How many of the lines are written; they count only when all are. */
  z.object({ done: z.number().int(), of: z.number().int() }),
  z.object({ imported: z.object({ new: z.number().int(), changed: z.number().int() }) }),
  /** Nothing was written, unless the code is IMPORT_UNKNOWN. */
  z.object({ error: z.object({ code: z.string(), status: z.number().int(), message: z.string() }) }),
])
export type ImportProgress = z.infer<typeof ImportProgress>

export const ImportSearch = z.strictObject({ siteid: z.coerce.number().pipe(Id) })

export const ImportConfirmation = z.strictObject({ sets_stock: Flag.default(false) })

export const importErrors = {
  /** Confirmed already, previewed by somebody else, or more than an hour ago. */
  IMPORT_GONE: { status: 404, message: 'This import has expired. Upload the file again.' },
  IMPORT_STALE: {
    status: 409,
    message: 'Products changed after this preview, so nothing was imported. Upload the file again.',
  },
  /** A second confirmation, while the first is being carried out. */
  IMPORT_RUNNING: { status: 409, message: 'This import is already running. Check the list to see when it is done.' },
  IMPORT_BUSY: {
    status: 503,
    message: 'Too many imports are running, so nothing was imported. Please try again in a moment.',
  },
  IMPORT_FAILED: { status: 500, message: 'The import failed, and nothing was imported.' },
  /** The database was lost at the very moment of saving. */
  IMPORT_UNKNOWN: {
    status: 500,
    message: 'The import may not have been saved. Check the list before you try again.',
  },
  /** With a sentence about this very file. */
  FILE_REFUSED: { status: 422, message: 'This file cannot be read.' },
} as const
