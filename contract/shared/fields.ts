import { z } from 'zod'
import { AMOUNT_MAX, RANGE_MAX_YEARS } from './constants.ts'

// Schemas of fields that more than one noun has.

export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** An id in a URL that may be missing. */
export const OptionalId = z.coerce.number().pipe(Id).optional()

/** An idempotency key: a retry with the same key and values returns the row of the first request. */
export const RequestId = z.uuid()

/** Counts the edits of a row. The maximum is that of an integer column. */
const Version = z.number().int().positive().max(2_147_483_647)

/** The version of the row when its form was opened, for optimistic locking. */
export const OpenedVersion = z.strictObject({ version: Version })

/** A boolean, or its text in a URL. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
export const Text = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'This text has a character that cannot be stored.')

/**
 * Text that must not be blank after trimming; `message` is the specification's sentence. `name` is for forms that show their errors
 * above all fields.
 */
export const requiredText = (message: string, max = 200, name = '') =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `Please use at most ${max} characters${name && ` for the ${name}`}.`)
    .pipe(Text)

const SITE = 'Select a site.'

/** The site field of a form. */
export const requiredSite = z.number(SITE).int(SITE).positive(SITE).max(Number.MAX_SAFE_INTEGER, SITE)

/** A calendar date, 'YYYY-MM-DD'. Years outside 1990 to 2099 are typing errors. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1990-01-01' && date < '2100-01-01', 'Dates run from 1990 to 2099.')

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`

type Dates = { from: string; to: string }

/** Calendar dates in the business's time zone, both included. Reversed dates are swapped. */
export const inRange = <Input extends z.ZodType<Dates>>(input: Input) =>
  input
    .transform((range) => (range.from <= range.to ? range : { ...range, from: range.to, to: range.from }))
    .refine(({ from, to }) => to < yearsLater(from, RANGE_MAX_YEARS), `A range spans at most ${RANGE_MAX_YEARS} years.`)

export const DateRange = inRange(z.strictObject({ from: CalendarDate, to: CalendarDate }))
export type DateRange = z.infer<typeof DateRange>

/** Whether a number has at most `places` decimals, apart from the rounding errors of floats. */
export const hasDecimals = (value: number, places: number) => {
  const scaled = value * 10 ** places
  return Math.abs(scaled - Math.round(scaled)) < 1e-4
}

/** In rand, negative for a refund. */
export const Amount = z
  .number()
  .min(-AMOUNT_MAX)
  .max(AMOUNT_MAX)
  .refine((value) => hasDecimals(value, 2), 'An amount has at most two decimals.')

/** Of an answer that was read from a replica: everything that was saved before this time is in it. */
export const replicaFields = { replica_as_at: z.date().optional() }

export const CsvFile = z.file().mime('text/csv')

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** What an import reads. */
export const ImportFile = z.union([CsvFile, z.file().mime(XLSX_TYPE)])
