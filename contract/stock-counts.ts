import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Product } from './products.ts'
import { CountSearch } from './search/stock.ts'
import { MAX_COUNT_ENTRIES, QUANTITY_MAX } from './shared/constants.ts'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { hasDecimals, Id, OpenedVersion, RequestId, requiredSite, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'
import { DocumentNote, StockDocument } from './stock-documents.ts'

// Counts of stock. What people count is stored entry by entry, and the entries of a product add up. Its difference is what was counted less
// the stock at the time of its last entry, so what is sold before the approval stays sold.

export const COUNT_LINES_PER_PAGE = 50

/** All products of the site, those of a category or a supplier, or what is scanned. */
export const CountScope = z.discriminatedUnion('of', [
  z.strictObject({ of: z.literal('all') }),
  z.strictObject({ of: z.literal('category'), name: Text.min(1).max(100) }),
  z.strictObject({ of: z.literal('supplier'), name: Text.min(1).max(100) }),
  z.strictObject({ of: z.literal('chosen') }),
])
export type CountScope = z.output<typeof CountScope>

const Note = DocumentNote.default('')

export const CountInput = z.strictObject({
  siteid: requiredSite,
  scope: CountScope,
  /** Those who count do not see the stock. */
  is_blind: z.boolean().default(false),
  note: Note,
  request_id: RequestId.optional(),
})
export type CountInput = z.output<typeof CountInput>

/** What somebody counted at one place; below zero to take it back. */
export const CountEntry = z
  .strictObject({
    productid: Id.optional(),
    barcode: Text.trim().min(1).max(64).optional(),
    quantity: z
      .number('Quantity must be a number.')
      .min(-QUANTITY_MAX, 'Quantity is too small.')
      .max(QUANTITY_MAX, 'Quantity is too large.')
      .refine((value) => hasDecimals(value, 3), 'Quantity has at most three decimals.'),
    /**
     * `quantity` is in pieces, because the device knew the barcode. Otherwise it is how often the barcode was scanned, and a carton of 24 counts
     * 24 for each.
     */
    in_pieces: z.boolean().optional(),
    /** When it was counted, of an entry that a device kept while it was offline. Now without it. */
    counted_at: z.coerce.date().optional(),
    /** A device sends an entry with the same key until it is answered. */
    request_id: RequestId,
  })
  .refine(
    ({ productid, barcode }) => (productid === undefined) !== (barcode === undefined),
    'Name the product by its id or its barcode.',
  )
export type CountEntry = z.output<typeof CountEntry>

/** What became of an entry. `unknown`: the site has no product with this id or barcode. */
export const EntryResult = z.object({
  request_id: RequestId,
  status: z.enum(['counted', 'unknown']),
  productid: Id.nullable(),
  productname: z.string(),
  barcode: z.string(),
  /** What the entry counts, in pieces. */
  quantity: z.number(),
  /** What everybody counted of the product so far. */
  counted: z.number(),
})
export type EntryResult = z.infer<typeof EntryResult>

export const CountLine = z.object({
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  category: z.string(),
  is_archived: z.boolean(),
  /** Counted although it is not in the category or of the supplier that is counted. */
  is_outside: z.boolean(),
  /** Null while nobody counted it. */
  counted: z.number().nullable(),
  counted_at: z.date().nullable(),
  entries: z.number().int(),
  /** The stock when it was counted last. Null in a blind count, and for a product that nobody counted. */
  expected: z.number().nullable(),
  difference: z.number().nullable(),
  /** The difference at the purchase price; null where that is not known. */
  cost: z.number().nullable(),
  /** Units that were sold, or moved in another way, between the first and the last entry: they may be counted or not. */
  moved_while_counted: z.number(),
  /** Units that were sold (below zero), or moved in another way, after the last entry: the approval sets the stock to what was counted and these. */
  moved_since: z.number(),
})
export type CountLine = z.infer<typeof CountLine>

export const CountSummary = z.object({
  /** Of the scope. */
  lines: z.number().int(),
  counted: z.number().int(),
  /** Counted products that are not in the scope. */
  outside: z.number().int(),
  /** All entries of the count. An approval names it, so that what is counted after the look is not approved unseen. */
  entries: z.number().int(),
  /** Null in a blind count. */
  differences: z
    .object({
      lines: z.number().int(),
      /** The sums of what is over and of what is short. */
      over: z.number(),
      short: z.number(),
      over_cost: z.number(),
      short_cost: z.number(),
      /** Lines with a difference whose purchase price is not known. The costs leave them out. */
      unknown_costs: z.number().int(),
      /** Lines that moved between their first and last entry. */
      uncertain: z.number().int(),
    })
    .nullable(),
  people: z.array(z.object({ user: z.string().nullable(), entries: z.number().int(), last_at: z.date() })),
})
export type CountSummary = z.infer<typeof CountSummary>

/** A line of the sheet that people count with. */
export const SheetLine = z.object({
  productid: Id,
  productname: z.string(),
  barcode: z.string(),
  further_barcodes: Product.shape.further_barcodes,
  category: z.string(),
  /** Null in a blind count. */
  stock: z.number().nullable(),
  /** Null while nobody counted it. */
  counted: z.number().nullable(),
})
export type SheetLine = z.infer<typeof SheetLine>

const INVALID = { status: 422, message: 'Check the count.' } as const
const WRONG_STATE = { status: 409, message: 'This count is finished.' } as const
const VERSION_CONFLICT = versionConflict('count', StockDocument)
const ALREADY_USED = keyReused('A count')
const OUT_OF_STOCK_RANGE = { status: 422, message: 'This stock would be out of range.' } as const
const COUNTED_MORE = {
  status: 409,
  message: 'Somebody counted more since you looked. Check the differences, then approve again.',
} as const

/** The products that a count would bring below zero: the first by name, with the stock that they would have, and how many they are. */
export const BelowZeroProducts = z.object({
  products: z.array(z.object({ productname: z.string(), stock: z.number() })),
  results: z.number().int(),
})
const BELOW_ZERO = {
  status: 409,
  message: 'More was sold since than was counted. Count again, or approve with a stock below zero.',
  data: BelowZeroProducts,
} as const

const route = oc.errors(dataErrors)
const documentid = z.coerce.number().pipe(Id)
const tags = ['Stock']
const change = { documentid, opened: OpenedVersion, request_id: RequestId.optional() }
const Saved = z.strictObject({ documentid: Id })

export const stockCounts = {
  begin: route
    .route({ path: '/stock/counts', successStatus: 201, summary: 'Begin a count', tags })
    .input(CountInput)
    .output(Saved)
    .errors({ NO_SITE, INVALID, ALREADY_USED }),
  lines: route
    .route({ method: 'GET', path: '/stock/counts/{documentid}/lines', summary: 'A page of the products of a count', tags })
    .input(CountSearch.extend({ documentid }))
    .output(createPageSchema(CountLine).extend({ summary: CountSummary }))
    .errors({ NOT_FOUND }),
  entries: route
    .route({
      method: 'GET',
      path: '/stock/counts/{documentid}/entries',
      summary: 'The latest entries of a count, newest first',
      tags,
    })
    .input(z.strictObject({ documentid, productid: z.coerce.number().pipe(Id).optional() }))
    .output(
      z.array(
        z.object({
          entryid: Id,
          productid: Id,
          productname: z.string(),
          quantity: z.number(),
          counted_at: z.date(),
          user: z.string().nullable(),
        }),
      ),
    )
    .errors({ NOT_FOUND }),
  sheet: route
    .route({
      method: 'GET',
      path: '/stock/counts/{documentid}/sheet',
      summary: 'All products of a count by name, to print or to count with while the device is offline',
      tags,
    })
    .input(z.strictObject({ documentid }))
    .output(z.array(SheetLine))
    .errors({ NOT_FOUND }),
  enter: route
    .route({
      path: '/stock/counts/{documentid}/entries',
      summary: 'Enter what was counted',
      description:
        'Each entry is stored once, however often it is sent. A product that the count does not have yet is added; one of another category or supplier than the count has is marked `is_outside`.',
      tags,
    })
    .input(z.strictObject({ documentid, entries: z.array(CountEntry).min(1).max(MAX_COUNT_ENTRIES) }))
    .output(z.array(EntryResult))
    .errors({ NOT_FOUND, WRONG_STATE, INVALID, ALREADY_USED }),
  approve: route
    .route({
      path: '/stock/counts/{documentid}/approve',
      summary: 'Approve a count: its differences change the stock',
      description:
        '`uncounted` says what becomes of products that nobody counted: their stock is kept, or there is none of them. A product of which more was sold since than was counted gets a stock below zero, with `accepts_below_zero` only.',
      tags,
    })
    .input(
      z.strictObject({
        ...change,
        entries: z.number().int().min(0),
        uncounted: z.enum(['keep', 'zero']),
        accepts_below_zero: z.boolean().default(false),
      }),
    )
    .output(Saved)
    .errors({ NOT_FOUND, VERSION_CONFLICT, WRONG_STATE, INVALID, OUT_OF_STOCK_RANGE, ALREADY_USED, COUNTED_MORE, BELOW_ZERO }),
  cancel: route
    .route({ path: '/stock/counts/{documentid}/cancel', summary: 'Cancel a count: no stock changes', tags })
    .input(z.strictObject({ ...change, note: Note }))
    .output(Saved)
    .errors({ NOT_FOUND, VERSION_CONFLICT, WRONG_STATE, INVALID, OUT_OF_STOCK_RANGE, ALREADY_USED }),
}
