import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CashUpsSearch } from './search/cash-ups.ts'
import { sumRand } from './shared/decimal.ts'
import { dataErrors, EXPORT_RUNNING, keyReused, NO_SITE } from './shared/errors.ts'
import { Amount, CalendarDate, CsvFile, Id, RequestId, Text } from './shared/fields.ts'
import { createPageSchema, createWalkSchema, WalkInput } from './shared/list.ts'
import { SiteOption } from './sites.ts'

/** The hour of the next day at which a day of a cash-up ends: 0 is midnight. Sales before it count to the day before. */
export const MAX_CLOSING_HOUR = 11
export const ClosingHour = z.number().int().min(0).max(MAX_CLOSING_HOUR)

/** The payment method whose drawer keeps a float. */
export const CASH = 'cash'
export const MAX_CASH_UP_LINES = 100

/** A payment method that differs by more, in rand, needs a note. */
export const DifferenceLimit = Amount.min(0, 'Enter a limit of 0 or more.')

export const hasLargeDifference = (lines: { counted: number; expected: number }[], difference_limit: number) =>
  lines.some(({ counted, expected }) => Math.abs(sumRand([counted, -expected])) > difference_limit)

export const CashUpsExport = CashUpsSearch.omit({ page: true })
export type CashUpsExport = z.output<typeof CashUpsExport>

/** Sales that arrived after a cash-up, in rand. Both numbers are negative when sales were removed. */
export const LateSales = z.object({ sales: z.number().int(), amount: z.number() })
export type LateSales = z.infer<typeof LateSales>

/** A day of a site; amounts in rand. `sales` and `expected` are what the cash-up kept, or those of now without one. */
export const CashUpRow = z.object({
  siteid: Id,
  sitename: z.string(),
  day: z.string(),
  sales: z.number().int(),
  expected: z.number(),
  /** All of its sales are imported, and nobody counted it: there is no drawer to count. */
  is_imported: z.literal(true).optional(),
  /** The newest entry; null for a day that was not cashed up. */
  cash_up: z
    .object({
      cash_upid: Id,
      /** 1, and one more for each correction. */
      entry: z.number().int(),
      counted: z.number(),
      /** Counted less expected: negative when cash short. */
      difference: z.number(),
      note: z.string(),
      saved_at: z.date(),
      /** Null when the person has no employee record any more. */
      saved_by: z.string().nullable(),
      /** Null while the sales are those of the cash-up. */
      late: LateSales.nullable(),
    })
    .nullable(),
})
export type CashUpRow = z.infer<typeof CashUpRow>

export const CashUpsPage = createPageSchema(CashUpRow).extend({
  /** The day that is not over yet. */
  today: z.string(),
  /** Of all days of the month that were cashed up. */
  totals: z.object({
    expected: z.number(),
    counted: z.number(),
    difference: z.number(),
    days: z.number().int(),
    /** Days before today that had sales of tills and were not cashed up. */
    missing: z.number().int(),
  }),
})
export type CashUpsPage = z.infer<typeof CashUpsPage>

/** A month as rows of sites and columns of days. Amounts are in rand. */
export const CashUpMonth = z.object({
  month: z.string(),
  /** The day that is not over yet. */
  today: z.string(),
  /** By name. `days` has those of the list, oldest first: none before the first sale or cash-up, and none to come. */
  sites: z.array(
    SiteOption.extend({
      days: z.array(
        z.object({
          day: z.string(),
          sales: z.number().int(),
          is_imported: z.literal(true).optional(),
          /** Counted less expected, of the newest entry; null for a day that was not cashed up. */
          difference: z.number().nullable(),
          /** Null while the sales are those of the cash-up. */
          late: LateSales.nullable(),
        }),
      ),
    }),
  ),
})
export type CashUpMonth = z.infer<typeof CashUpMonth>

/**
 * The payments of a payment method, which is in lower case, 'unknown' when blank. `sales` are those in which it was used. `expected` includes the
 * tips; of cash also what was paid in, less what was paid out.
 */
export const ExpectedAmount = z.object({
  payment_method: z.string(),
  sales: z.number().int(),
  expected: z.number(),
  tips: z.number().optional(),
  paid_in: z.number().optional(),
  paid_out: z.number().optional(),
})
export type ExpectedAmount = z.infer<typeof ExpectedAmount>

export const CashUpLine = ExpectedAmount.extend({ counted: z.number() })
export type CashUpLine = z.infer<typeof CashUpLine>

export const CashUp = z.object({
  cash_upid: Id,
  entry: z.number().int(),
  saved_at: z.date(),
  saved_by: z.string().nullable(),
  cash_float: z.number(),
  note: z.string(),
  lines: z.array(CashUpLine),
})
export type CashUp = z.infer<typeof CashUp>

/** A cash-up as programs get it. A correction is another one, of the same site and day with a higher `entry`. */
export const SavedCashUp = CashUp.extend({ siteid: Id, sitename: z.string(), day: z.string() })
export type SavedCashUp = z.infer<typeof SavedCashUp>

/** What was paid into a drawer or out of it. */
export const DrawerMovement = z.object({
  movementid: Id,
  moved_at: z.date(),
  /** In rand: paid in above zero, paid out below. */
  amount: z.number(),
  reason: z.string(),
  /** The person who entered it, or who the till names. */
  who: z.string().nullable(),
  /** The name of the till's key; null where a person entered it. */
  till: z.string().nullable(),
  /** It was entered by mistake, and counts no more. */
  is_removed: z.boolean(),
})
export type DrawerMovement = z.infer<typeof DrawerMovement>

export const LateSale = z.object({
  saleid: Id,
  saledate: z.date(),
  finalamount: z.number(),
  payment_method: z.string(),
  received_at: z.date(),
})
export type LateSale = z.infer<typeof LateSale>

/** Everything about one day of a site. */
export const CashUpDay = z.object({
  siteid: Id,
  sitename: z.string(),
  day: z.string(),
  starts_at: z.date(),
  ends_at: z.date(),
  /** What the payments say now, one entry a payment method that was used. */
  expected: z.array(ExpectedAmount),
  /** What was paid in and out, oldest first. */
  movements: z.array(DrawerMovement),
  /** Newest first: a correction replaces the entry before it. */
  entries: z.array(CashUp),
  /** Compared with the newest entry; `rows` has the sales that arrived last, newest first. */
  late: LateSales.extend({ rows: z.array(LateSale) }).nullable(),
  /** Payment methods of the business without sales on this day. */
  other_methods: z.array(z.string()),
  /** Of the site's newest cash-up. */
  cash_float: z.number(),
  /** Of the business: a payment method that differs by more, in rand, needs a note. */
  difference_limit: z.number(),
})
export type CashUpDay = z.infer<typeof CashUpDay>

export const CountedAmount = z.strictObject({
  payment_method: Text.trim().toLowerCase().min(1, 'Enter the payment method.').max(40),
  /** Of cash, what is in the drawer less the float. */
  counted: Amount,
})

export const NEGATIVE_DRAWER = 'Enter the cash in the drawer, or 0 if it is empty.'

/**
 * The drawer holds nothing or more. What is counted less the float may be below zero, and so may other methods on a day that gave back
 * more than it took.
 */
export const CashUpInput = z
  .strictObject({
    siteid: Id,
    day: CalendarDate,
    lines: z
      .array(CountedAmount)
      .min(1, 'Enter what you counted.')
      .max(MAX_CASH_UP_LINES)
      .refine(
        (lines) => new Set(lines.map(({ payment_method }) => payment_method)).size === lines.length,
        'Enter each payment method once.',
      ),
    cash_float: Amount.min(0, 'Float cannot be negative.').default(0),
    note: Text.trim().max(1000, 'Please use at most 1000 characters.').default(''),
    /** What the day showed when it was opened: its newest entry, 0 without one, the number of sales of its lines, and what they expect. */
    opened: z.strictObject({
      entry: z.number().int().min(0).max(1_000_000),
      sales: z.number().int().min(0),
      /** What was expected in all, in rand. */
      expected: Amount.optional(),
    }),
    request_id: RequestId.optional(),
  })
  .refine(
    ({ lines, cash_float }) =>
      lines.every(({ payment_method, counted }) => payment_method !== CASH || sumRand([counted, cash_float]) >= 0),
    { path: ['lines'], message: NEGATIVE_DRAWER },
  )
export type CashUpInput = z.output<typeof CashUpInput>

const day = z.strictObject({ siteid: z.coerce.number().pipe(Id), day: CalendarDate })
const route = oc.errors(dataErrors)

export const cashUps = {
  list: route
    .route({
      method: 'GET',
      path: '/cash-ups',
      summary: 'The days of a month and their cash-ups',
      description:
        'One row a site and day, newest first, with and without a cash-up. A day has the newest of its entries. Without a month, that of the day that is not over yet.',
      tags: ['Cash-ups'],
    })
    .input(CashUpsSearch)
    .output(CashUpsPage),
  all: route
    .route({ method: 'GET', path: '/cash-ups/all', summary: 'All cash-ups by their ids, for programs', tags: ['Cash-ups'] })
    .input(WalkInput)
    .output(createWalkSchema(SavedCashUp)),
  month: route
    .route({
      method: 'GET',
      path: '/cash-ups/month',
      summary: 'How far a month is cashed up',
      description:
        'Every site with its days, and how far what was counted differs. Without a month, that of the day that is not over yet.',
      tags: ['Cash-ups'],
    })
    .input(CashUpsExport)
    .output(CashUpMonth),
  day: route
    .route({ method: 'GET', path: '/cash-ups/day', summary: 'What is expected on a day, and its cash-ups', tags: ['Cash-ups'] })
    .input(day)
    .output(CashUpDay)
    .errors({ NO_SITE }),
  create: route
    .route({
      path: '/cash-ups',
      successStatus: 201,
      summary: 'Save what was counted on a day',
      description:
        'Keeps what the sales of the day say at this moment. A payment method that differs by more than the limit of the business needs a note. Nothing is overwritten: on a day with a cash-up this is a correction. A retry with the same request_id and values returns the cash-up of the first request.',
      tags: ['Cash-ups'],
    })
    .input(CashUpInput)
    .output(z.object({ cash_upid: Id }))
    .errors({
      NO_SITE,
      NOT_BEGUN: { status: 422, message: 'This day has not begun yet.' },
      INCOMPLETE: { status: 422, message: 'Enter what you counted for each payment method.' },
      NOTE_REQUIRED: {
        status: 422,
        message: 'A difference is above your limit. Explain it in the note.',
      },
      CASHED_UP: {
        status: 409,
        message: 'Someone else has cashed up this day. Check it, then save yours as a correction or close.',
        data: CashUpDay,
      },
      SALES_CHANGED: {
        status: 409,
        message: 'Sales changed while you counted. Check what is expected, then save again.',
        data: CashUpDay,
      },
      ALREADY_USED: keyReused('A cash-up'),
    }),
}

export const cashUpFiles = {
  export: route
    .route({ method: 'GET', path: '/cash-ups.csv', summary: 'The days of a month and their cash-ups as CSV', tags: ['Cash-ups'] })
    .input(CashUpsExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
}
