import { z } from 'zod'
import { AMOUNT_MAX, RANGE_MAX_YEARS } from './constants.ts'

/** The kinds of value that more than one slice speaks of. */

export const Id = z.number().int().positive().max(Number.MAX_SAFE_INTEGER)

/** A form's own mark, by which a try after a lost answer is known again. */
export const RequestId = z.uuid()

/** Counts the edits of a row; the largest that an integer column holds. */
const Version = z.number().int().positive().max(2_147_483_647)

/** The row as it was when its form was opened: somebody else's edit since is not written over. */
export const OpenedVersion = z.strictObject({ version: Version })

/** Yes or no, also as an address writes it. */
export const Flag = z.union([z.boolean(), z.enum(['true', 'false']).transform((word) => word === 'true')])

/** Any text that PostgreSQL can hold: no NUL, and no half of a surrogate pair. */
export const Text = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'This text has a character that cannot be stored.')

/**
 * Text that must not be blank once trimmed; the message says so in the specification's words. A name is for forms that say what
 * is wrong above all their fields.
 */
export const requiredText = (message: string, max = 200, name = '') =>
  z
    .string({ error: message })
    .trim()
    .min(1, message)
    .max(max, `Please use at most ${max} characters${name && ` for the ${name}`}.`)
    .pipe(Text)

const SITE = 'Select a site.'

/** The site that something is at, as a form makes people choose it. */
export const requiredSite = z.number(SITE).int(SITE).positive(SITE).max(Number.MAX_SAFE_INTEGER, SITE)

/** A calendar date, 'YYYY-MM-DD'. Years outside 1990..2100 are typing errors. */
export const CalendarDate = z.iso
  .date()
  .refine((date) => date >= '1990-01-01' && date < '2100-01-01', 'Dates run from 1990 to 2099.')

const yearsLater = (date: string, years: number) => `${Number(date.slice(0, 4)) + years}${date.slice(4)}`

type Dates = { from: string; to: string }

/** Calendar dates in the business's own zone, inclusive at both ends. A reversed pick is turned round. */
export const inRange = <Input extends z.ZodType<Dates>>(input: Input) =>
  input
    .transform((given) => (given.from <= given.to ? given : { ...given, from: given.to, to: given.from }))
    .refine(({ from, to }) => to < yearsLater(from, RANGE_MAX_YEARS), `A range spans at most ${RANGE_MAX_YEARS} years.`)

export const DateRange = inRange(z.strictObject({ from: CalendarDate, to: CalendarDate }))
export type DateRange = z.infer<typeof DateRange>

/** Whether a number, but for the dirt of binary floats, has at most `places` decimals. */
export const hasDecimals = (value: number, places: number) => {
  const scaled = value * 10 ** places
  return Math.abs(scaled - Math.round(scaled)) < 1e-4
}

/** Rand, at most two decimals; negative for a refund. */
export const Amount = z
  .number()
  .min(-AMOUNT_MAX)
  .max(AMOUNT_MAX)
  .refine((value) => hasDecimals(value, 2), 'An amount has at most two decimals.')

export const CsvFile = z.file().mime('text/csv')
