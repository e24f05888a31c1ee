import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Compared, firstSaleDate } from './figures.ts'
import { Comparison, FilterIds, Period } from './search/filters.ts'
import { SalesSearch } from './search/sales.ts'
import { createTooLong, dataErrors, EXPORT_RUNNING, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, CsvFile, Id, inRange, replicaFields, Text } from './shared/fields.ts'
import { createPageSchema, SEARCH_MAX } from './shared/list.ts'
import { EXTRA_KINDS } from './shared/sale-parts.ts'
import { VatRate } from './shared/vat-rate.ts'
import { SiteOption } from './sites.ts'

/** A row of the list. `finalamount` is in rand, negative for a refund. */
export const SaleRow = z.object({
  saleid: Id,
  saledate: z.date(),
  siteid: Id,
  sitename: z.string(),
  employeeid: Id,
  firstname: z.string(),
  lastname: z.string(),
  finalamount: z.number(),
  /** The till's number of the sale, by which a program recognises it. */
  reference: z.string().nullable(),
})
export type SaleRow = z.infer<typeof SaleRow>

const dates = { from: CalendarDate, to: CalendarDate }

/** A page of the list; `from` and `to` are the business's calendar dates, both included. */
export const SalesList = inRange(SalesSearch.extend(dates))
export type SalesList = z.output<typeof SalesList>

/** A search and its filters without an order, for the sums. */
export const SalesFilter = inRange(
  SalesSearch.omit({ sort: true, dir: true, page: true }).extend({
    ...dates,
    compare: Comparison.default('off'),
    period: Period.optional(),
  }),
)
export type SalesFilter = z.output<typeof SalesFilter>

/** All filtered rows in the list's order. */
export const SalesExport = inRange(SalesSearch.omit({ page: true }).extend(dates))
export type SalesExport = z.output<typeof SalesExport>

/** Sums over the filtered sales, in rand, net of refunds. */
export const SalesSummary = z.object({
  revenue: z.number(),
  orders: z.number().int(),
  /** revenue / orders, 0 when there are none. */
  average: z.number(),
  /** One entry a day of the range, zero-filled, oldest first. */
  daily: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
  /** Null without a comparison, and when the business had no sale yet on the first day of the earlier range. */
  compared: Compared.nullable(),
  ...firstSaleDate,
  ...replicaFields,
})
export type SalesSummary = z.infer<typeof SalesSummary>

const RelatedSale = z.object({ saleid: Id, saledate: z.date(), finalamount: z.number() })

export const SaleDetail = SaleRow.extend({
  /** What tills call the employee. Null for none. */
  employee_code: z.string().nullable(),
  /**
   * As the till or the file named the seller, where no employee had the code or the name; '' for none. It stays when the seller was given to an
   * employee. Null of other sales.
   */
  seller: z.object({ code: z.string(), name: z.string() }).nullable(),
  closetime: z.date().nullable(),
  /** Of a sale that was paid in parts, that of the largest payment. */
  payment_method: z.string().nullable(),
  /** They add up to the amount and the extras. `tendered` less the amount is the change. */
  payments: z.array(
    z.object({
      method: z.string().nullable(),
      amount: z.number(),
      tendered: z.number().nullable(),
      number: z.string().nullable(),
    }),
  ),
  /** Money beside the amount that is no revenue. */
  extras: z.array(z.object({ kind: z.enum(EXTRA_KINDS), amount: z.number(), number: z.string().nullable() })),
  /** The reference of the sale that it gives back. */
  refund_of: z.string().nullable(),
  /** Names and prices at the time of the sale. `total` is quantity times price, rounded to cents, before the discount. */
  items: z.array(
    z.object({
      line: z.number().int(),
      kind: z.enum(['product', 'charge']),
      /** Null for a charge. */
      productid: Id.nullable(),
      productname: z.string(),
      /** Of the product today; empty where it has none. */
      barcode: z.string(),
      quantity: z.number(),
      price: z.number(),
      total: z.number(),
      /** What the line's own discount takes off. */
      discount: z.number(),
      discount_reason: z.string().nullable(),
    }),
  ),
  /** After the discounts of the lines. */
  items_total: z.number(),
  /** The VAT that the amount includes, in rand. */
  vat: z.number(),
  /** The parts of the amount by VAT rate, the highest rate first. They add up to the amount. */
  vat_rates: z.array(z.object({ vat_rate: VatRate, amount: z.number() })),
  /** The sale that it gives back, where it is known. */
  refunds: RelatedSale.nullable(),
  /** The sales that give it back, oldest first. */
  refunded_by: z.array(RelatedSale),
  /** Other sales with one of these products, each once, newest first. */
  related: z.array(z.object({ saleid: Id, saledate: z.date() })),
})
export type SaleDetail = z.infer<typeof SaleDetail>

/** A sale as programs get it: nothing that other sales change. */
export const SaleSince = SaleDetail.omit({ refunds: true, refunded_by: true, related: true })
export type SaleSince = z.infer<typeof SaleSince>

export const MAX_SALES_SINCE = 500

/** Without a cursor and a time from the oldest sale on. */
export const SalesSinceSearch = z
  .strictObject({
    /** `next` of the answer before. */
    cursor: z
      .string()
      .regex(
        /^[\da-f]{16}-[\da-f]{16}-\d{1,16}-(t\d{1,13}|\d{1,16})(-\d{1,16}){0,2}$/,
        'Give the cursor as `next` of the answer before has it.',
      )
      .optional(),
    /** Of the first call: all sales of this time and later are given out. Earlier ones that were stored after them are among them. */
    from: z.iso.datetime({ offset: true, error: 'Give the time as 2026-11-20T09:00:00Z.' }).optional(),
    limit: z.coerce.number().int().min(1).max(MAX_SALES_SINCE).default(100),
  })
  .refine(({ cursor, from }) => cursor === undefined || from === undefined, {
    error: 'Give a time in the first call and a cursor in the next ones, not both.',
    path: ['from'],
  })
export type SalesSinceSearch = z.output<typeof SalesSinceSearch>

export const CURSOR_OUTDATED = {
  status: 410,
  message:
    'This cursor is of an earlier state of the database, or of a key with other sites. Start again with a time, and skip the sales that you have.',
} as const

/** A page of the list. */
export const SalesPage = createPageSchema(SaleRow).extend({
  /** The sales whose number or reference of a till is `q`, if they are not on the page. They may be outside the range and the filters. */
  exact_matches: z.array(SaleRow),
  ...replicaFields,
})

/** What the filters can be set to, by name. */
export const SalesOptions = z.object({
  sites: z.array(SiteOption),
  /** Lower case, 'unknown' for sales without one. */
  payment_methods: z.array(z.string()),
  /** Of stored sales, and of the products today; the highest first. */
  vat_rates: z.array(VatRate),
})
export type SalesOptions = z.infer<typeof SalesOptions>

/** Searches the employees by name. `employees` are those that the filter is set to. */
export const SalesEmployeesSearch = z.strictObject({
  q: Text.trim().max(SEARCH_MAX).default(''),
  employees: FilterIds.default([]),
})
export type SalesEmployeesSearch = z.output<typeof SalesEmployeesSearch>

const SalesEmployee = SaleRow.pick({ employeeid: true, firstname: true, lastname: true })

/** The first of the found employees, by name: a business may have thousands. */
export const SalesEmployees = z.object({
  employees: z.array(SalesEmployee),
  has_more: z.boolean(),
  /** Those of the filter, without unknown ones. */
  chosen: z.array(SalesEmployee),
})
export type SalesEmployees = z.infer<typeof SalesEmployees>

export const TOO_LONG = createTooLong('This search')

const route = oc.errors(dataErrors)

export const sales = {
  list: route
    .route({ method: 'GET', path: '/sales', summary: 'A page of sales', tags: ['Sales'] })
    .input(SalesList)
    .output(SalesPage)
    .errors({ TOO_LONG }),
  figures: route
    .route({ method: 'GET', path: '/sales/figures', summary: 'The sums of the filtered sales', tags: ['Sales'] })
    .input(SalesFilter)
    .output(SalesSummary)
    .errors({ TOO_LONG }),
  options: route
    .route({ method: 'GET', path: '/sales/options', summary: 'What the filters of the sales can be set to', tags: ['Sales'] })
    .output(SalesOptions),
  employees: route
    .route({ method: 'GET', path: '/sales/employees', summary: 'The employees that sales can be filtered by', tags: ['Sales'] })
    .input(SalesEmployeesSearch)
    .output(SalesEmployees),
  since: route
    .route({
      method: 'GET',
      path: '/sales/since',
      summary: 'The sales that were stored since a cursor, oldest first',
      description:
        'Each stored sale is in one answer. `next` is the cursor of the next call, also when `rows` is empty. Sales of transactions that are not over yet hold later ones back, so an empty answer says that there is nothing now.',
      tags: ['Sales'],
    })
    .input(SalesSinceSearch)
    .output(z.object({ rows: z.array(SaleSince), next: z.string() }))
    .errors({ CURSOR_OUTDATED, TOO_LONG }),
  get: route
    .route({ method: 'GET', path: '/sales/{saleid}', summary: 'One sale with its lines', tags: ['Sales'] })
    .input(z.strictObject({ saleid: z.coerce.number().pipe(Id) }))
    .output(SaleDetail)
    .errors({ NOT_FOUND }),
}

export const saleFiles = {
  export: route
    .route({ method: 'GET', path: '/sales.csv', summary: 'All filtered sales as CSV', tags: ['Sales'] })
    .input(SalesExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING, TOO_LONG }),
}
