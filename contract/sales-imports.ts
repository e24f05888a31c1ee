import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { SALE_FIELDS } from './columns/import-fields.ts'
import { createImportCalls, createImportSearch, FileLine, IdsByName, ImportName, json } from './imports.ts'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Flag, Id, requiredText, Text } from './shared/fields.ts'

export const SalesImportSearch = createImportSearch(SALE_FIELDS).extend({
  file_name: requiredText('The file needs a name.', 200),
  /** Of the sales without an employee; without it, the site's till. */
  employeeid: z.coerce.number().pipe(Id).optional(),
  /** Of the sales without a payment method; without it, it stays unknown. */
  payment_method: Text.trim().max(40).optional(),
  /** For a file whose dates can be read in two ways. */
  date_order: z.enum(['dmy', 'mdy']).optional(),
  /** Whether the totals of the file have its tips and the gift cards sold. Without it, the amounts of the file decide. */
  extras_in_total: Flag.optional(),
  /** Whether the amount of a row is that of the sale or of its line, where receipts have the same amount in each row. */
  amount_of: z.enum(['line', 'sale']).optional(),
  /** Whether a receipt number that comes again at another time of the same day is of the same sale, or of another till. */
  same_number: z.enum(['one', 'several']).optional(),
  /** Whether sales with an unknown status count, by the word of the status. */
  statuses: json(z.record(ImportName, z.enum(['sale', 'none']))).optional(),
  /** Whether a VAT rate that the business never had is right, by its percent; 'standard' is the standard rate of the day. */
  rates: json(z.record(z.string().max(10), z.enum(['file', 'standard']))).optional(),
  /** Sites for the names of a file that no site has. */
  sites: IdsByName.optional(),
  employees: IdsByName.optional(),
})
export type SalesImportSearch = z.output<typeof SalesImportSearch>

const Count = z.number().int()

/** A name of the file that no site or no employee has, with what a person chose for it; null without a choice. */
const UnknownName = z.object({ name: z.string(), sales: Count })

/** What no product of a site is called. Amounts are in rand. */
const UnknownProduct = z.object({
  siteid: Id,
  sitename: z.string(),
  barcode: z.string(),
  /** The barcode, where the file has no name. */
  productname: z.string(),
  lines: Count,
  quantity: z.number(),
  amount: z.number(),
  /** Of its last line. */
  price: z.number(),
  /** A product of another site with the same barcode or name. */
  similar: z.object({ productid: Id, productname: z.string(), siteid: Id, sitename: z.string() }).nullable(),
})
export type UnknownProduct = z.infer<typeof UnknownProduct>

export const SalesImportPreview = z.object({
  importid: Id,
  new: Count,
  /** Imported before. */
  existing: Count,
  rejected: Count,
  /** Of the rejected rows, those of a site that is asked for in `unknown_sites`. They are not in `lines`. */
  undecided: Count,
  /** The lines of the file that are not imported, without those of `undecided`: a receipt may have several. */
  rejected_lines: Count,
  /** Of the new sales, net of refunds, in rand. */
  amount: z.number(),
  /** How many of the new sales are refunds, and how many sites the new sales are of. */
  refunds: Count,
  sites: Count,
  /** Rows that are the same as another row of their receipt. They count once. */
  repeated: Count,
  /** Calendar dates; null without a sale. */
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  /** All sales that can be read, to compare with a report of the older till. In rand. */
  months: z.array(z.object({ month: z.string(), sales: Count, amount: z.number(), new: Count })),
  /** What the business has without this import in those months where it has sales. In rand. */
  present: z.array(z.object({ month: z.string(), amount: z.number() })),
  date_order: z.enum(['dmy', 'mdy']).optional(),
  /** Nothing in the file says whether its dates begin with the day or the month. */
  is_date_ambiguous: z.boolean(),
  /** Some sales as they were read. `saledate` is local time. */
  samples: z.array(
    FileLine.extend({
      saledate: z.string(),
      sitename: z.string(),
      employee: z.string().nullable(),
      payment_method: z.string(),
      amount: z.number(),
      items: Count,
    }),
  ),
  /** Lines of new sales with a product, and lines of what no product is called, which are kept under their own text. */
  items: Count,
  unknown_items: Count,
  unknown_products_total: Count,
  /** The first of them, the highest amount first. */
  unknown_products: z.array(UnknownProduct),
  /** Sales of a site without a choice are rejected, sales of such an employee are not. */
  unknown_sites: z.array(UnknownName.extend({ siteid: Id.nullable() })),
  unknown_employees: z.array(
    UnknownName.extend({
      employeeid: Id.nullable(),
      /** Of the first sale. */
      siteid: Id,
    }),
  ),
  /** What new sales have beside their amounts, in rand. */
  extras: z.object({
    tips: z.number(),
    gift_cards: z.number(),
    /** Whether the totals of the file have them; null in a file without such columns. */
    in_total: z.boolean().nullable(),
    /** Neither the file nor a person says it. */
    is_unclear: z.boolean(),
  }),
  /** Rows of the file that are sums of others, compared with what was read. In rand. */
  sums: z.object({
    agreeing: Count,
    /** The last one of the whole file. */
    total: z.number().nullable(),
    /** The first of those that differ. `read`: what the rows above give. */
    different: z.array(z.object({ line: Count, label: z.string(), stated: z.number(), read: z.number() })),
  }),
  /** Of a file whose receipts have equal amounts in all of their rows, and no prices; null for others. */
  amount_of: z.object({ is: z.enum(['line', 'sale']), is_unclear: z.boolean() }).nullable(),
  /** Rows with a receipt number that comes again at another time of the same day; null in a file without one. */
  same_number: z.object({ rows: Count, is: z.enum(['one', 'several']), is_unclear: z.boolean() }).nullable(),
  /** Receipts that began before midnight and ended after it. */
  over_midnight: Count,
  /** Words of a status that nothing is known about, and whether their sales count. */
  statuses: z.array(z.object({ word: z.string(), rows: Count, is: z.enum(['sale', 'none']), is_unclear: z.boolean() })),
  /** Rates in per cent that the business never had, and whether they are right. */
  rates: z.array(z.object({ vat_rate: z.number(), rows: Count, is: z.enum(['file', 'standard']), is_unclear: z.boolean() })),
  /** How many rows are no sales that were paid in the end, by their reason. They are in `rejected` too. */
  no_sales: z.array(z.object({ reason: z.string(), rows: Count })),
  /** Cells that cannot be read and that a sale does without, with the first of each column. */
  left_out: z.array(z.object({ field: z.string(), count: Count, cell: z.string() })),
  /** Of what the amounts of new sales have for shipping, in rand. */
  charges: z.number(),
  /** New sales that were paid in several ways: with the amount of each, and without. */
  split_sales: Count,
  unclear_splits: Count,
  /** The VAT of new sales, in rand. */
  vat: z.object({
    /** The column of the file that has it; null without one. */
    column: z.string().nullable(),
    /** It is added to the totals of the file, which leave it out. */
    is_added: z.boolean(),
    /** As the file says it; null where it says nothing. */
    stated: z.number().nullable(),
    /** For how much money neither the file nor a product says the rate, and which one counts then. */
    assumed: z.array(z.object({ vat_rate: z.number(), amount: z.number() })),
  }),
  /** Everybody who may have sold them. */
  employees: z.array(z.object({ employeeid: Id, name: z.string() })),
  /** Sales between the same days that are in no import: they may be the same. */
  other_sales: Count,
  /** All sales are of today or later: their stock is not counted yet. */
  is_from_today: z.boolean(),
  /** The first of the rejected rows. */
  lines: z.array(FileLine.extend({ receipt: z.string(), reason: z.string() })),
})
export type SalesImportPreview = z.infer<typeof SalesImportPreview>

export const SalesImport = z.object({
  importid: Id,
  file_name: z.string(),
  created_at: z.date(),
  /** Who imported it; null when they are no longer on the team. */
  imported_by: z.string().nullable(),
  state: z.enum(['importing', 'imported', 'undoing', 'undone']),
  /** Somebody's import or undo is under way. Otherwise `importing` and `undoing` were interrupted. */
  is_running: z.boolean(),
  new_sales: Count,
  stored_sales: Count,
  amount: z.number(),
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
  moves_stock: z.boolean(),
})
export type SalesImport = z.infer<typeof SalesImport>

export const SalesImportProgress = z.union([
  z.object({ done: Count, of: Count }),
  /** `failed` sales could not be stored: an employee or a product of theirs was deleted since the preview. */
  z.object({ finished: z.object({ sales: Count, failed: Count }) }),
])
export type SalesImportProgress = z.infer<typeof SalesImportProgress>

export const salesImportErrors = {
  /** Already undone, previewed by somebody else, or older than an hour. */
  IMPORT_GONE: { status: 404, message: 'This import has expired. Upload the file again.' },
  /** One import or undo of a business at a time. */
  IMPORT_RUNNING: { status: 409, message: 'A sales import is already running. Wait until it is done.' },
  /** The message names what depends on the import. */
  UNDO_REFUSED: { status: 409, message: 'This import can no longer be undone.' },
  IMPORT_STOPPED: {
    status: 503,
    message: 'The import stopped early. Saved sales stay. Continue it in the list of imports.',
  },
} as const

const { IMPORT_GONE, IMPORT_RUNNING, UNDO_REFUSED, IMPORT_STOPPED } = salesImportErrors

const route = oc.errors(dataErrors)
const importid = z.coerce.number().pipe(Id)

export const salesImports = {
  list: route
    .route({ method: 'GET', path: '/sales/imports', summary: 'The imports of sales, newest first', tags: ['Sales'] })
    .output(z.array(SalesImport)),
  /** Throws one of `salesImportErrors` in the stream when the import stops. */
  confirm: route
    .route({
      path: '/sales/imports/{importid}',
      summary: 'Store the new sales of a preview, or go on with an import that stopped',
      description: 'Answers with an event for each batch that is stored, and at last with the result.',
      tags: ['Sales'],
    })
    .input(z.strictObject({ importid, moves_stock: Flag.default(false) }))
    .output(eventIterator(SalesImportProgress))
    .errors({ IMPORT_GONE, IMPORT_RUNNING, IMPORT_STOPPED }),
  undo: route
    .route({
      path: '/sales/imports/{importid}/undo',
      summary: 'Delete the sales of an import',
      description: 'Answers with an event for each batch that is deleted, and at last with the result.',
      tags: ['Sales'],
    })
    .input(z.strictObject({ importid }))
    .output(eventIterator(SalesImportProgress))
    .errors({ NOT_FOUND, IMPORT_RUNNING, UNDO_REFUSED, IMPORT_STOPPED }),
}

export const salesImportFiles = createImportCalls({
  ...{ path: '/sales/imports', tag: 'Sales', summary: 'What an import of sales would do; stores no sale', max: '64 MB' },
  ...{ search: SalesImportSearch, preview: SalesImportPreview },
})
