import { oc } from '@orpc/contract'
import { z } from 'zod'
import { AMOUNT_MAX, BATCH_MAX_SALES, QUANTITY_MAX, SALE_MAX_ITEMS } from './shared/constants.ts'
import { dataErrors, keyReused, NOT_FOUND } from './shared/errors.ts'
import { Amount, hasDecimals, Id, RequestId, requiredText, Text } from './shared/fields.ts'
import { EXTRA_KINDS } from './shared/sale-parts.ts'
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

/** A till whose clock is more than a day ahead of the server's. */
export const ClockAhead = Till.pick({ tillid: true, name: true }).extend({
  siteid: Id,
  sitename: z.string(),
  /** How far, when it last sent a sale. */
  seconds: z.number().int(),
})
export type ClockAhead = z.infer<typeof ClockAhead>

const ISO = 'A date and time as in 2026-11-21T14:05:00+02:00.'
/** Without an offset, the local time of the business. Seconds are optional. */
export const Timestamp = z
  .union([z.iso.datetime({ offset: true, local: true }), z.iso.datetime({ offset: true, precision: -1 })], ISO)
  .refine((value) => value >= '1990', 'Years begin at 1990.')

/** A field that may be left out. Null is the same, because many programs send it for what they do not have. */
export const optional = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullish()
    .transform((value) => value ?? undefined)
    .optional()

/** Of one unit, in rand. */
const Price = z
  .number()
  .min(0, 'Price cannot be negative. A refund has a negative quantity.')
  .max(AMOUNT_MAX)
  .refine((value) => hasDecimals(value, 4), 'A price has at most four decimals.')

export const SaleItem = z
  .strictObject({
    /** A charge, such as a delivery or a repair, is revenue of no product. */
    kind: optional(z.enum(['product', 'charge'], 'A line is a product or a charge.')),
    productid: optional(Id),
    barcode: optional(Text.trim().min(1).max(64)),
    quantity: z
      .number()
      .min(-QUANTITY_MAX)
      .max(QUANTITY_MAX)
      .refine((value) => hasDecimals(value, 3), 'A quantity has at most three decimals.'),
    price: optional(Price),
    /** What the line's own discount takes off, in rand. With a negative quantity it is below zero too. */
    discount: optional(Amount),
    discount_reason: optional(Text.trim().max(100)),
    /** One of the rates of the business. Without it, the rate of the product; of a charge, the standard rate. */
    vat_rate: optional(VatRate),
    /**
     * What the till calls it. Used where no product has the barcode: the line is kept under this name, with its price. Alone, with a price, it is
     * an open amount, such as that of a department.
     */
    productname: optional(Text.trim().min(1).max(200)),
  })
  .superRefine((line, { addIssue }) => {
    const reject = (field: keyof typeof line, message: string) => addIssue({ code: 'custom', path: [field], message })
    const { kind, productid, barcode, productname, price } = line
    if (kind === 'charge') {
      if (productid !== undefined) return reject('productid', 'A charge has a productname and no product.')
      if (barcode !== undefined) return reject('barcode', 'A charge has a productname and no barcode.')
      if (productname === undefined) return reject('productname', 'Name the charge.')
      if (price === undefined) return reject('price', 'Give the price of the charge.')
    } else if (productid !== undefined ? barcode !== undefined : barcode === undefined && productname === undefined) {
      return reject('productid', 'Give either productid or barcode.')
    } else if (productid === undefined && barcode === undefined) {
      if (price === undefined) return reject('price', 'Give the price: the line names no product.')
    }
  })

export const PAYMENTS_MAX = 20

const PaymentMethod = Text.trim().max(40)

/** A part of what was paid, in rand; negative in a refund. */
export const SalePayment = z
  .strictObject({
    method: PaymentMethod.min(1, 'Name the payment method.'),
    amount: Amount,
    /** What the customer gave: the amount and the change. */
    tendered: optional(Amount),
    /** Of the gift card. */
    number: optional(Text.trim().min(1).max(100)),
  })
  .refine(({ amount, tendered }) => tendered === undefined || tendered >= amount, {
    error: 'What the customer gave is not less than the amount. The difference is the change.',
    path: ['tendered'],
  })

/** Money that changes hands and is no revenue, in rand; negative when it is given back. */
export const SaleExtra = z
  .strictObject({
    kind: z.enum(EXTRA_KINDS, 'An extra is a tip, gift_card, deposit or rounding.'),
    amount: Amount,
    /** Of the gift card that the amount is loaded on. */
    number: optional(Text.trim().min(1).max(100)),
  })
  .refine(({ kind, amount }) => kind !== 'rounding' || Math.abs(amount) < 1, {
    error: 'A rounding is less than R 1.',
    path: ['amount'],
  })

const createSaleSchema = <Line extends z.ZodType>(line: Line) =>
  z
    .strictObject({
      reference: Text.trim().min(1).max(100),
      // One of the future is rejected with the time of the server, when the time zone of the business is known.
      saledate: Timestamp,
      closetime: optional(Timestamp.refine((value) => value < '2100', 'Years run from 1990 to 2099.')),
      /** The value of goods and services with VAT, after discounts. Extras are not in it. */
      finalamount: optional(Amount),
      payment_method: optional(PaymentMethod),
      /** They add up to finalamount and all extras. */
      payments: optional(z.array(SalePayment).max(PAYMENTS_MAX, `A sale has at most ${PAYMENTS_MAX} payments.`)),
      extras: optional(z.array(SaleExtra).max(PAYMENTS_MAX, `A sale has at most ${PAYMENTS_MAX} extras.`)),
      employeeid: optional(Id),
      /** What the till calls the seller, in the place of employeeid. '' is nobody. */
      employee_code: optional(Text.trim().max(40)),
      employee_name: optional(Text.trim().max(200)),
      /** The reference of the sale that a refund gives back. */
      refund_of: optional(Text.trim().min(1).max(100)),
      items: optional(z.array(line).max(SALE_MAX_ITEMS, `A sale has at most ${SALE_MAX_ITEMS} lines.`)).transform(
        (items) => items ?? [],
      ),
    })
    .refine(({ finalamount, items, extras }) => finalamount !== undefined || items.length > 0 || extras?.length, {
      error: 'finalamount is required when there are no items.',
      path: ['finalamount'],
    })
    .refine(({ payment_method, payments }) => payment_method === undefined || !payments?.length, {
      error: 'Give either payment_method or payments.',
      path: ['payment_method'],
    })
    .refine(({ employeeid, employee_code, employee_name }) => employeeid === undefined || !(employee_code || employee_name), {
      error: 'Give either employeeid, or employee_code and employee_name.',
      path: ['employeeid'],
    })

/** A sale as a till sends it. `reference` is the till's number of the sale, unique in the business for ever. */
export const Sale = createSaleSchema(SaleItem)
export type Sale = z.infer<typeof Sale>

/** A sale whose lines are validated later, one by one: an answer names one wrong line, so the lines behind it need no validation. */
export const SaleWithRawItems = createSaleSchema(z.unknown())

/** The time of a sale or a movement is more than 24 hours after that of the server. */
export const CLOCK_AHEAD = 'CLOCK_AHEAD'

/** Of a rejected answer. */
export const clockAheadFields = {
  /** Why, for a program. Most reasons have none. */
  code: z.literal(CLOCK_AHEAD).optional(),
  /** With `CLOCK_AHEAD`: the time of the server, as in `2026-11-21T12:05:00.000Z`. */
  server_time: z.iso.datetime().optional(),
}

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
    ...clockAheadFields,
  }),
])
export type SaleAnswer = z.infer<typeof SaleAnswer>

/** Nothing was stored. The `saleid` of a sale that is `created` is then a number that no sale has. */
export const DryRun = z.literal(true)

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
  clocksAhead: route
    .route({
      method: 'GET',
      path: '/tills/clocks-ahead',
      summary: 'Tills whose last sale had a date of the future',
      description: 'Until the till sends a sale with a right date, or its key is revoked.',
      tags: ['Tills'],
    })
    .output(z.array(ClockAhead)),
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
        'Needs `Authorization: Bearer wk_…`. Each sale has an answer of its own, in the order of the request. When the header `Winkel-Epoch` of an answer is another one than in the answer before, the till sends the sales of the last 14 days again. With `?dry_run=true` the answers are the same, and nothing is stored.',
      tags: ['Tills'],
    })
    .input(SalesBatch)
    .output(z.object({ dry_run: DryRun.optional(), sales: z.array(SaleAnswer) }))
    .errors(tillErrors),
}
