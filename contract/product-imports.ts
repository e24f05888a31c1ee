import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { PRODUCT_FIELDS } from './columns/import-fields.ts'
import { createImportCalls, createImportSearch, createTemplateCall, FileLine, IdsByName } from './imports.ts'
import { dataErrors } from './shared/errors.ts'
import { Flag, Id } from './shared/fields.ts'

const Value = z.union([z.string(), z.number()])

/** What the stock of the new and changed products is worth at cost after the import. A stock below zero counts as none. */
const StockCost = z.object({
  /** Products with stock, and those of them whose purchase price is known. */
  products: z.number().int(),
  known_costs: z.number().int(),
  /** Of the products with a known purchase price, in rand. */
  cost: z.number(),
})

/** What importing a file would do. */
export const ImportPreview = z.object({
  importid: z.uuid(),
  /** Existing products whose stock the file would change besides other fields; 0 for a file of stock alone. */
  stock_differs: z.number().int(),
  /** The counts and lines are those of an import with `sets_stock`. */
  new: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  rejected: z.number().int(),
  /** New products that are joined with those of other sites, which have the same barcode. Missing for none. */
  joined: z.number().int().optional(),
  /** Rows that are no products: titles of groups, and totals. Missing for none. */
  skipped: z.number().int().optional(),
  /** Products that the file has as inactive and the list does not have. Missing for none. */
  inactive: z.number().int().optional(),
  /** Inactive products of the file that leave the list. Missing for none. */
  archived: z.number().int().optional(),
  /** Rows that are parts, pictures or the common row of other products. Missing for none. */
  left_out: z.number().int().optional(),
  /** SKUs and second barcodes that are kept as further barcodes, and those that are not because another product has them. Missing for none. */
  further_barcodes: z.object({ kept: z.number().int(), taken: z.number().int() }).optional(),
  /** Sites and stores of the file that no site is called, with what a person chose for them. Without a choice their rows are rejected. */
  unknown_sites: z.array(z.object({ name: z.string(), products: z.number().int(), siteid: Id.nullable() })).optional(),
  stock_cost: StockCost,
  /** The same without `sets_stock`. */
  kept_stock_cost: StockCost,
  /** Without the unchanged lines, in the order of the file. */
  lines: z.array(
    FileLine.extend({
      productname: z.string(),
      /** In a file with columns of stores. */
      sitename: z.string().optional(),
      outcome: z.enum(['new', 'changed', 'archived', 'rejected']),
      /** For `rejected`. */
      reason: z.string().optional(),
      /** For `new`. */
      price: z.number().optional(),
      stock: z.number().optional(),
      /** For `new`: another product of the site has the same name and another barcode. */
      has_namesake: z.boolean().optional(),
      /** For `new`: it is joined with the product of another site. */
      is_joined: z.boolean().optional(),
      /** For `changed`. Long texts are shortened. */
      fields: z.array(z.object({ field: z.string(), before: Value, after: Value })).optional(),
    }),
  ),
})
export type ImportPreview = z.infer<typeof ImportPreview>

export const ImportProgress = z.union([
  /** The changes that are written, but not committed, and all changes. */
  z.object({ done: z.number().int(), of: z.number().int() }),
  z.object({
    imported: z.object({
      new: z.number().int(),
      changed: z.number().int(),
      /** New products that were joined with those of other sites. Missing for none. */
      joined: z.number().int().optional(),
      /** Missing for none. */
      archived: z.number().int().optional(),
    }),
  }),
])
export type ImportProgress = z.infer<typeof ImportProgress>

export const ImportSearch = createImportSearch(PRODUCT_FIELDS, { isPerStore: true }).extend({
  /** Sites for the names of a file that no site has. They are kept for the next file. */
  sites: IdsByName.optional(),
})

export const importErrors = {
  /** Already confirmed, previewed by somebody else, or older than an hour. */
  IMPORT_GONE: { status: 404, message: 'This import has expired. Upload the file again.' },
  IMPORT_STALE: {
    status: 409,
    message: 'Products changed after this preview, so nothing was imported. Upload the file again.',
  },
  /** The first confirmation is still running. */
  IMPORT_RUNNING: { status: 409, message: 'This import is already running. Check the list to see when it is done.' },
  IMPORT_BUSY: {
    status: 503,
    message: 'Too many imports are running, so nothing was imported. Please try again in a moment.',
  },
  IMPORT_FAILED: { status: 500, message: 'The import failed, and nothing was imported.' },
  /** The connection to the database was lost during COMMIT. */
  IMPORT_UNKNOWN: {
    status: 500,
    message: 'The import may not have been saved. Check the list before you try again.',
  },
} as const

const route = oc.errors(dataErrors)

export const productImports = {
  /** Throws one of `importErrors` in the stream when the import fails after it began; nothing is written then, unless it is IMPORT_UNKNOWN. */
  confirm: route
    .route({
      method: 'POST',
      path: '/products/imports/{importid}',
      summary: 'Do what a preview showed, in one transaction',
      description:
        'Answers with an event for each step of the import, and at last with the result. The products of `stock_differs` keep their stock unless `sets_stock` is true. A new product with the barcode of one at another site is joined with it. A row that changes a product changes it at its site only. A product that the file has as inactive leaves the list.',
      tags: ['Products'],
    })
    .input(z.strictObject({ importid: z.string(), sets_stock: Flag.default(false) }))
    .output(eventIterator(ImportProgress))
    .errors(importErrors),
}

const IMPORTS = '/products/imports'

export const productImportFiles = {
  template: createTemplateCall(IMPORTS, 'Products'),
  ...createImportCalls({
    ...{ path: IMPORTS, tag: 'Products', summary: 'What an import of products would do; writes no product', max: '8 MB' },
    ...{ search: ImportSearch, preview: ImportPreview },
  }),
}
