import { eventIterator, oc } from '@orpc/contract'
import { z } from 'zod'
import { ProductInput, ProductsExport, price, reordering } from './products.ts'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Amount, hasDecimals, Id } from './shared/fields.ts'
import { VatRate } from './shared/vat-rate.ts'

/** A change holds a connection for seconds, and tills that sell one of its products wait for its end. */
export const MAX_CHANGED_PRODUCTS = 50_000

/** What prices end with: 99 cents, half or whole rand. */
export const PRICE_ENDINGS = ['0.99', '0.50', '0.00'] as const
/** The price nearest to the changed one that ends so, the higher one of two; never below zero. */
const ending = z.enum(PRICE_ENDINGS).optional()

/** A change of one field of many products. Prices are rounded to cents, half a cent away from zero. */
export const ProductChange = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set_price'), price: price('Price') }),
  /** A negative amount lowers the prices. */
  z.strictObject({ kind: z.literal('add_to_price'), amount: Amount, ending }),
  z.strictObject({
    kind: z.literal('change_price_by_percent'),
    percent: z
      .number()
      .min(-100)
      .max(1000)
      .refine((value) => hasDecimals(value, 2), 'A percentage has at most two decimals.'),
    ending,
  }),
  z.strictObject({ kind: z.literal('set_category'), category: ProductInput.shape.category }),
  z.strictObject({ kind: z.literal('set_supplier'), supplier: ProductInput.shape.supplier }),
  z.strictObject({ kind: z.literal('set_vat_rate'), vat_rate: VatRate }),
  z.strictObject({ kind: z.literal('set_reorder_level'), reorder_level: reordering.reorder_level }),
  z.strictObject({ kind: z.literal('set_order_quantity'), order_quantity: reordering.order_quantity }),
])
export type ProductChange = z.output<typeof ProductChange>

const Value = z.union([z.string(), z.number()]).nullable()

export const ProductChangePreview = z.object({
  /** Null when nothing would change. */
  changeid: z.uuid().nullable(),
  changed: z.number().int(),
  /** How many of these are rows of other sites, which are changed with their items. Missing for none. */
  elsewhere: z.number().int().optional(),
  unchanged: z.number().int(),
  /** Their price would be negative or too large, so they keep it. */
  refused: z.number().int(),
  /** For a change of prices: the stock of today at the new prices less that at the present ones, in rand. A stock below zero counts as none. */
  stock_value: z.object({ products: z.number().int(), difference: z.number() }).nullable(),
  /** The changed products, the first 2 000 of them, in the order of the list. */
  lines: z.array(
    z.object({
      productid: Id,
      productname: z.string(),
      /** Of a row of another site, which is changed with its item. */
      sitename: z.string().optional(),
      before: Value,
      after: Value,
    }),
  ),
})
export type ProductChangePreview = z.infer<typeof ProductChangePreview>

export const AppliedProductChange = z.object({
  changeid: z.uuid(),
  change: ProductChange,
  applied_at: z.date(),
  /** Null for a user without an employee record. */
  changed_by: z.string().nullable(),
  applied: z.number().int(),
  undone_at: z.date().nullable(),
})
export type AppliedProductChange = z.infer<typeof AppliedProductChange>

/** The products that are written, but not committed, and all products. */
const Progress = z.object({ done: z.number().int(), of: z.number().int() })

export const ApplyProgress = z.union([Progress, z.object({ applied: z.number().int() })])
export type ApplyProgress = z.infer<typeof ApplyProgress>

export const Undone = z.object({
  undone: z.number().int(),
  /** They got another value since, or were deleted, so they keep it. */
  kept: z.number().int(),
})
export type Undone = z.infer<typeof Undone>
export const UndoProgress = z.union([Progress, Undone])
export type UndoProgress = z.infer<typeof UndoProgress>

export const changeErrors = {
  CHANGE_GONE: { status: 404, message: 'This preview has expired. Open a new one.' },
  CHANGE_STALE: {
    status: 409,
    message: 'Products changed after this preview, so nothing was changed. Open a new preview.',
  },
  CHANGE_RUNNING: { status: 409, message: 'Another bulk change is running. Please try again in a moment.' },
  TOO_MANY_PRODUCTS: { status: 422, message: 'Change at most 50 000 products at once. Narrow the search.' },
  CHANGE_FAILED: { status: 500, message: 'The change failed, and nothing was changed.' },
  /** The connection to the database was lost during COMMIT. */
  CHANGE_UNKNOWN: { status: 500, message: 'The change may not have been saved. Check the list before you try again.' },
} as const

const { CHANGE_GONE, CHANGE_STALE, CHANGE_RUNNING, TOO_MANY_PRODUCTS, CHANGE_FAILED, CHANGE_UNKNOWN } = changeErrors
const streamErrors = { CHANGE_RUNNING, CHANGE_FAILED, CHANGE_UNKNOWN }

const route = oc.errors(dataErrors)
const changeid = z.strictObject({ changeid: z.uuid() })

export const productChanges = {
  preview: route
    .route({
      path: '/products/changes',
      summary: 'What a change of many products would do; writes no product',
      description:
        'Price, category, supplier and VAT of a product that several sites sell are changed at all of them, the price not where it is one of its own.',
      tags: ['Products'],
    })
    .input(z.strictObject({ search: ProductsExport, change: ProductChange }))
    .output(ProductChangePreview)
    .errors({ TOO_MANY_PRODUCTS }),
  apply: route
    .route({
      path: '/products/changes/{changeid}/apply',
      summary: 'Do what a preview showed, in one transaction',
      description: 'Answers with an event for each step, and at last with the result. A retry answers with the first result.',
      tags: ['Products'],
    })
    .input(changeid)
    .output(eventIterator(ApplyProgress))
    .errors({ CHANGE_GONE, CHANGE_STALE, ...streamErrors }),
  undo: route
    .route({
      path: '/products/changes/{changeid}/undo',
      summary: 'Give the products the values that they had before a change',
      description: 'Products that got another value since the change keep it.',
      tags: ['Products'],
    })
    .input(changeid)
    .output(eventIterator(UndoProgress))
    .errors({ NOT_FOUND, ...streamErrors }),
  list: route
    .route({ method: 'GET', path: '/products/changes', summary: 'The latest changes of many products', tags: ['Products'] })
    .output(z.array(AppliedProductChange)),
}
