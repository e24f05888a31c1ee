import { oc } from '@orpc/contract'
import { z } from 'zod'
import { BATCH_MAX_SALES, QUANTITY_MAX, SALE_MAX_ITEMS } from './shared/constants.ts'
import { dataErrors, keyReused, NOT_FOUND } from './shared/errors.ts'
import { Amount, hasDecimals, Id, RequestId, requiredText, Text } from './shared/fields.ts'
import { validationMessage } from './shared/validation-messages.ts'
import { VatRate } from './shared/vat-rate.ts'

/** A till's key without the key itself, which is shown once and never stored. */
export const Till = z.object({
  tillid: Id,
  name: z.string(),
  /** The first characters of the key, to tell keys apart. */
  key_start: z.string(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
  /** The first sale that was stored with the key. */
  first_sale: z.object({ saleid: Id, finalamount: z.number() }).nullable(),
})
export type Till = z.infer<typeof Till>

export const TillInput = z.strictObject({ name: requiredText('Till name is required.', 100) })

const ISO = 'A date and time as in 2026-11-21T14:05:00+02:00.'
/** Without an offset, the local time of the business. Seconds are optional. */
const Timestamp = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.datetime({ offset: true, precision: -1 })], ISO)
  .refine((value) => value >= '1990' && value < '2100', 'Years run from 1990 to 2099.')

/** A field that may be left out. Null is the same, because many programs send it for what they do not have. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

export const SaleItem = z
  .strictObject({
    productid: optional(Id),
    barcode: optional(Text.trim().min(1).max(64)),
    quantity: z
      .number()
      .min(-QUANTITY_MAX)
      .max(QUANTITY_MAX)
      .refine((value) => hasDecimals(value, 3), 'A quantity has at most three decimals.'),
    price: optional(Amount.min(0, 'Price cannot be negative. A refund has a negative quantity.')),
    /** One of the rates of the business. Without it, the rate of the product. */
    vat_rate: optional(VatRate),
    /** What the till calls it. Used where no product has the barcode: the line is kept under this name, with its price. */
    productname: optional(Text.trim().min(1).max(200)),
  })
  .refine(({ productid, barcode }) => (productid === undefined) !== (barcode === undefined), {
    error: 'Give either productid or barcode.',
    path: ['productid'],
  })

const createSaleSchema = <Line extends z.ZodType>(line: Line) =>
  z
    .strictObject({
      reference: Text.trim().min(1).max(100),
      saledate: Timestamp,
      closetime: optional(Timestamp),
      finalamount: optional(Amount),
      payment_method: optional(Text.trim().max(40)),
      employeeid: optional(Id),
      items: optional(z.array(line).max(SALE_MAX_ITEMS, `A sale has at most ${SALE_MAX_ITEMS} lines.`)).transform(
        (items) => items ?? [],
      ),
    })
    .refine(({ finalamount, items }) => finalamount !== undefined || items.length > 0, {
      error: 'finalamount is required when there are no items.',
      path: ['finalamount'],
    })

/** A sale as a till sends it. `reference` is the till's number of the sale, unique in the business for ever. */
export const Sale = createSaleSchema(SaleItem)
export type Sale = z.infer<typeof Sale>

/** A sale whose lines are validated later, one by one: an answer names one wrong line, so the lines behind it need no validation. */
export const SaleWithRawItems = createSaleSchema(z.unknown())

export const SaleAnswer = z.discriminatedUnion('status', [
  z.object({ reference: z.string(), status: z.literal('created'), saleid: Id }),
  z.object({ reference: z.string(), status: z.literal('duplicate'), saleid: Id }),
  z.object({
    /** Null when the sale has no readable reference. */
    reference: z.string().nullable(),
    status: z.literal('rejected'),
    reason: z.string(),
    /** The path of the invalid field, such as `sales[3].items[0].barcode`. */
    field: z.string(),
  }),
])
export type SaleAnswer = z.infer<typeof SaleAnswer>

/** Each sale is validated by itself later, so that an invalid one does not stop the others. */
export const SalesBatch = z.strictObject(
  {
    sales: z
      .array(z.unknown(), 'sales must be a list of sales.')
      .min(1, 'Send at least one sale.')
      .max(BATCH_MAX_SALES, `Send at most ${BATCH_MAX_SALES} sales at once.`),
  },
  { error: (issue) => (issue.code === 'invalid_type' ? 'Send an object with a list, sales.' : validationMessage(issue)) },
)

/**
 * In each answer to sales: the epoch of the database. When it is another one than before, sales that were answered may be lost, and the
 * till sends them again. In a request: the epoch in which the till has sent all that it keeps.
 */
export const EPOCH_HEADER = 'Winkel-Epoch'

export const MISSING_KEY = { status: 401, message: 'Send the till’s key: Authorization: Bearer wk_…' } as const
export const tillErrors = {
  UNAUTHORIZED: { status: 401, message: 'This till key is unknown or revoked.' },
  /** The till keeps its sales and sends them again, as after every 503. */
  BUSINESS_CLOSED: {
    status: 503,
    message: 'This business is closed. The till keeps its sales: they can be sent once it is open again.',
  },
  TOO_FAST: { status: 429, message: 'Too many requests with this key. Wait as long as Retry-After says.' },
} as const

const route = oc.errors(dataErrors)

export const tills = {
  list: route
    .route({ method: 'GET', path: '/sites/{siteid}/tills', summary: "A site's till keys", tags: ['Tills'] })
    .input(z.strictObject({ siteid: z.coerce.number().pipe(Id) }))
    .output(z.array(Till))
    .errors({ NOT_FOUND }),
  create: route
    .route({
      path: '/sites/{siteid}/tills',
      successStatus: 201,
      summary: 'Create a till key; this answer is the only one that has it',
      description: 'A retry with the same request_id and values returns the key of the first request.',
      tags: ['Tills'],
    })
    .input(TillInput.extend({ siteid: z.coerce.number().pipe(Id), request_id: RequestId.optional() }))
    .output(z.object({ till: Till, key: z.string() }))
    .errors({ NOT_FOUND, ALREADY_USED: keyReused('A till key') }),
  revoke: route
    .route({ method: 'DELETE', path: '/tills/{tillid}', summary: 'Revoke a till key', tags: ['Tills'] })
    .input(z.strictObject({ tillid: z.coerce.number().pipe(Id) }))
    .output(z.void())
    .errors({ NOT_FOUND }),
  push: oc
    .route({
      path: '/sales',
      summary: 'A till sends sales',
      description:
        'Needs `Authorization: Bearer wk_…`. Each sale has an answer of its own, in the order of the request. When the header `Winkel-Epoch` of an answer is another one than in the answer before, the till sends the sales of the last 14 days again.',
      tags: ['Tills'],
    })
    .input(SalesBatch)
    .output(z.object({ sales: z.array(SaleAnswer) }))
    .errors(tillErrors),
}
