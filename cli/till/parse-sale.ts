import type { Sale } from '../../docs/examples/till.ts'
import { CannotRun } from '../shared/cannot-run.ts'

/** The column of each field. */
export type Columns = Record<'reference' | 'saledate' | 'finalamount', string> &
  Record<'payment-method' | 'employeeid' | 'closetime', string | undefined>

/** What the parts of a date format match. */
const DATE_PARTS: Record<string, string> = {
  YYYY: '(?<year>\\d{4})',
  YY: '(?<year>\\d\\d)',
  MMMM: '(?<month>[a-z]{3,9})',
  MMM: '(?<month>[a-z]{3})',
  MM: '(?<month>\\d\\d)',
  M: '(?<month>\\d\\d?)',
  DD: '(?<day>\\d\\d)',
  D: '(?<day>\\d\\d?)',
  HH: '(?<hour>\\d\\d)',
  H: '(?<hour>\\d\\d?)',
  hh: '(?<hour>\\d\\d)',
  h: '(?<hour>\\d\\d?)',
  mm: '(?<minute>\\d\\d)',
  m: '(?<minute>\\d\\d?)',
  ss: '(?<second>\\d\\d)',
  s: '(?<second>\\d\\d?)',
  SSS: '\\d{3}',
  SS: '\\d\\d',
  S: '\\d',
  A: '(?<half>am|pm)',
  a: '(?<half>am|pm)',
}
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
/** Text in brackets, a part, or another character. */
const FORMAT = new RegExp(`\\[([^\\]]*)\\]|(${Object.keys(DATE_PARTS).join('|')})|([^])`, 'g')

/** Returns the pattern of a format. Throws CannotRun for one that cannot be read. */
export function parseDateFormat(format: string) {
  const unknown = format.replace(FORMAT, (_, _text, _part, other = '') => (/[a-z]/i.test(other) ? other : ' ')).match(/\S+/)
  if (unknown) {
    throw new CannotRun(
      `--saledate-format: '${unknown[0]}' is no part of a date. There are YYYY YY, MMMM MMM MM M, DD D, HH H hh h, mm m, ss s, SSS, A a; other text goes into [brackets].`,
    )
  }
  const pattern = format.replace(FORMAT, (_, text, part, other) => DATE_PARTS[part] ?? (text ?? other).replace(/\W/g, '\\$&'))
  const names = [...pattern.matchAll(/\?<(\w+)>/g)].map(([, name = '']) => name)
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice) throw new CannotRun(`--saledate-format says the ${twice} twice. MM is the month, mm the minute.`)
  if (!['year', 'month', 'day'].every((name) => names.includes(name)))
    throw new CannotRun('--saledate-format must say the year, the month and the day.')
  return new RegExp(`^${pattern}$`, 'i')
}

type Parser = { columns: Columns; dateFormat?: string; onRounded(): void }

/** Returns the parser of the lines of a file. Without a sale, `reason` says why the line is rejected. */
export function createSaleParser({ columns, dateFormat, onRounded }: Parser) {
  const pattern = dateFormat === undefined ? undefined : parseDateFormat(dateFormat)
  return (record: Record<string, string>): { sale: Sale } | { reason: string } => {
    const notADate = (text = '') => ({ reason: `'${text}' is not a date as '${dateFormat ?? 'ISO 8601'}'` })
    const read = (column: string | undefined) => (column === undefined ? undefined : record[column]) || undefined

    const reference = read(columns.reference)
    if (!reference) return { reason: 'the reference is missing' }
    const saledate = parseDate(record[columns.saledate], pattern)
    if (saledate === undefined) return notADate(record[columns.saledate])
    const finalamount = parseAmount(record[columns.finalamount] ?? '', onRounded)
    if (finalamount === undefined) return { reason: `'${record[columns.finalamount] ?? ''}' is not an amount` }
    const employeeid = read(columns.employeeid)
    if (employeeid && !/^\d{1,15}$/.test(employeeid)) return { reason: `'${employeeid}' is not an employee's id` }
    const closed = read(columns.closetime)
    const closetime = parseDate(closed, pattern)
    if (closed && closetime === undefined) return notADate(closed)
    return {
      sale: {
        ...{ reference, saledate, finalamount, payment_method: read(columns['payment-method']) },
        ...{ employeeid: employeeid && Number(employeeid), closetime },
      },
    }
  }
}

/** Returns the date in the format of the API. A date in a custom format has no zone: it is local time of the business. */
function parseDate(text = '', pattern?: RegExp) {
  if (!pattern) return text || undefined
  const { year, month, day, hour = '0', minute = '0', second = '0', half } = pattern.exec(text)?.groups ?? {}
  if (!year || !month || !day) return undefined
  const fullYear = year.length === 4 ? Number(year) : Number(year) + (Number(year) > 68 ? 1900 : 2000)
  const monthNumber = Number(month) || MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour)
  const pad = (number: number | string, length = 2) => String(number).padStart(length, '0')
  const date = `${pad(fullYear, 4)}-${pad(monthNumber)}-${pad(day)}T${pad(hours)}:${pad(minute)}:${pad(second)}`
  const time = Date.parse(`${date}Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** Accepts a dot or a comma and rounds to the cent. Reports amounts that have more decimals, binary rounding errors aside. */
function parseAmount(text: string, onRounded: () => void) {
  const amount = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  if (!Number.isFinite(amount)) return undefined
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100)
  if (Math.abs(amount * 100 - cents) > 1e-4) onRounded()
  return cents / 100
}
