import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ComparedRange, Sums } from './figures.ts'
import { ReportSearch } from './search/reports.ts'
import { dataErrors, EXPORT_RUNNING, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, CsvFile, Id, inRange, requiredText, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

const dates = { from: CalendarDate, to: CalendarDate }
export const ReportInput = inRange(ReportSearch.extend(dates))
export type ReportInput = z.output<typeof ReportInput>

/** All rows of a report in its order. */
export const ReportExport = inRange(ReportSearch.omit({ page: true }).extend(dates))
export type ReportExport = z.output<typeof ReportExport>

export const ReportRow = z.object({
  /**
   * Identifies the row: '2026-11-21' (day, and the Monday of a week), '2026-11', '14' (hour), '1' (Monday) to '7', '1 14' (weekday and
   * hour), the id of a site, employee or product, the text of a category, supplier or payment method, '2026-11 15' (month and VAT rate in
   * per cent). Null for what sales without lines have in a report of lines.
   */
  key: z.string().nullable(),
  /** Of a site, employee, product, category, supplier or payment method; '' for the others, which the reader's language names. */
  name: z.string(),
  /** The site of a product; '' for the others. */
  detail: z.string(),
  sums: Sums,
  /** Null without a comparison, and where the earlier range has nothing for the row. */
  compared: Sums.nullable(),
})
export type ReportRow = z.infer<typeof ReportRow>

/** A point of the chart: the figure that the rows are sorted by, or the revenue. */
const ReportPoint = z.object({
  key: z.string().nullable(),
  name: z.string(),
  value: z.number().nullable(),
  compared: z.number().nullable(),
})
export type ReportPoint = z.infer<typeof ReportPoint>

export const Report = createPageSchema(ReportRow).extend({
  ...dates,
  /** The time of the database's snapshot. */
  as_at: z.date(),
  compared_range: ComparedRange.nullable(),
  /** Of all rows, also of those that `q` leaves out. */
  total: Sums,
  compared_total: Sums.nullable(),
  /** Every time of the range in order, or the ten first names. */
  chart: z.array(ReportPoint),
})
export type Report = z.infer<typeof Report>

/** Whether the rows of a report add up to the sales of the same filter, read in one snapshot. */
export const ReportAgreement = z.object({
  sales: z.number().int(),
  /** The sum of the rows less the sum of the sales, in rand. */
  difference: z.number(),
})
export type ReportAgreement = z.infer<typeof ReportAgreement>

/** The URL of a report without its leading '?', under a name. */
export const SavedReport = z.object({ reportid: Id, name: z.string(), search: z.string() })
export type SavedReport = z.infer<typeof SavedReport>
export const MAX_SAVED_REPORTS = 200
export const SavedReportInput = z.strictObject({ name: requiredText('Enter a name.', 100), search: Text.max(4000) })
const NAME_TAKEN = { status: 409, message: 'There is a report with this name. Choose another name.' } as const
const TOO_MANY_REPORTS = {
  status: 409,
  message: `A business has at most ${MAX_SAVED_REPORTS} saved reports. Delete one first.`,
} as const

const route = oc.errors(dataErrors)
const reportid = z.coerce.number().pipe(Id)

export const reports = {
  get: route
    .route({
      method: 'GET',
      path: '/reports',
      summary: 'A page of a report on sales',
      description: 'Groups the sales of a range by one dimension. Amounts are in rand, with VAT, net of refunds.',
      tags: ['Reports'],
    })
    .input(ReportInput)
    .output(Report),
  agreement: route
    .route({ method: 'GET', path: '/reports/agreement', summary: 'Whether a report adds up to its sales', tags: ['Reports'] })
    .input(ReportInput)
    .output(ReportAgreement),
  saved: {
    list: route
      .route({ method: 'GET', path: '/reports/saved', summary: 'Saved reports by name', tags: ['Reports'] })
      .output(z.array(SavedReport)),
    create: route
      .route({ path: '/reports/saved', successStatus: 201, summary: 'Save a report', tags: ['Reports'] })
      .input(SavedReportInput)
      .output(z.object({ reportid: Id }))
      .errors({ NAME_TAKEN, TOO_MANY_REPORTS }),
    update: route
      .route({ method: 'PUT', path: '/reports/saved/{reportid}', summary: 'Rename or change a saved report', tags: ['Reports'] })
      .input(SavedReportInput.extend({ reportid }))
      .output(z.void())
      .errors({ NOT_FOUND, NAME_TAKEN }),
    remove: route
      .route({ method: 'DELETE', path: '/reports/saved/{reportid}', summary: 'Delete a saved report', tags: ['Reports'] })
      .input(z.strictObject({ reportid }))
      .output(z.void())
      .errors({ NOT_FOUND }),
  },
}

export const reportFiles = {
  export: route
    .route({ method: 'GET', path: '/reports.csv', summary: 'All rows of a report as CSV', tags: ['Reports'] })
    .input(ReportExport)
    .output(CsvFile)
    .errors({ EXPORT_RUNNING }),
}
