import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import utc from 'dayjs/plugin/utc.js'
import { CannotRun } from '../shared/cannot-run.ts'

dayjs.extend(utc)
dayjs.extend(customParseFormat)

const DATE_PARTS = /YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|m|ss|s|SSS|SS|S|A|a/g

/** The column of each field. */
export type Columns = Record<'reference' | 'saledate' | 'finalamount', string> &
  Record<'payment-method' | 'employeeid' | 'closetime', string | undefined>

/** A sale in the shape of the API. */
export type SentSale = { reference: string } & Record<string, string | number>

/** Throws CannotRun for a format of dates that cannot be read. */
export function checkDateFormat(format: string) {
  const parts = format.replace(/\[[^\]]*\]/g, '')
  const unknown = parts.replace(DATE_PARTS, '').match(/[a-z]+/i)
  if (unknown) {
    throw new CannotRun(
      `--saledate-format: '${unknown[0]}' is no part of a date. There are YYYY YY, MMMM MMM MM M, DD D, HH H hh h, mm m, ss s, SSS, A a; other text goes into [brackets].`,
    )
  }
  if (!['Y', 'M', 'D'].every((part) => parts.includes(part)))
    throw new CannotRun('--saledate-format must say the year, the month and the day.')
}

type Parser = { columns: Columns; dateFormat?: string; onRounded(): void }

/** Returns the parser of the lines of a file. Without a sale, `reason` says why the line is rejected. */
export function createSaleParser({ columns, dateFormat, onRounded }: Parser) {
  return (record: Record<string, string>): { sale: SentSale } | { reason: string } => {
    const notADate = (text = '') => ({ reason: `'${text}' is not a date as '${dateFormat ?? 'ISO 8601'}'` })
    const read = (column: string | undefined) => (column === undefined ? undefined : record[column]) || undefined

    const reference = read(columns.reference)
    if (!reference) return { reason: 'the reference is missing' }
    const saledate = parseDate(record[columns.saledate], dateFormat)
    if (saledate === undefined) return notADate(record[columns.saledate])
    const finalamount = parseAmount(record[columns.finalamount] ?? '', onRounded)
    if (finalamount === undefined) return { reason: `'${record[columns.finalamount] ?? ''}' is not an amount` }
    const sale: SentSale = { reference, saledate, finalamount }
    const payment_method = read(columns['payment-method'])
    if (payment_method) sale['payment_method'] = payment_method
    const employeeid = read(columns.employeeid)
    if (employeeid && !/^\d{1,15}$/.test(employeeid)) return { reason: `'${employeeid}' is not an employee's id` }
    if (employeeid) sale['employeeid'] = Number(employeeid)
    const closetime = read(columns.closetime)
    if (closetime) {
      const closed = parseDate(closetime, dateFormat)
      if (closed === undefined) return notADate(closetime)
      sale['closetime'] = closed
    }
    return { sale }
  }
}

/** Returns the date in the format of the API. A date in a custom format has no zone: it is local time of the business. */
function parseDate(text = '', format?: string) {
  if (!format) return text || undefined
  // Parsed as UTC, because the time zone of this machine may skip an hour that exists in the business's zone.
  const date = dayjs.utc(text, format, true)
  return date.isValid() ? date.format('YYYY-MM-DDTHH:mm:ss') : undefined
}

/** Accepts a dot or a comma and rounds to the cent. Reports amounts that have more decimals, binary rounding errors aside. */
function parseAmount(text: string, onRounded: () => void) {
  const amount = text === '' ? Number.NaN : Number(text.replace(',', '.'))
  if (!Number.isFinite(amount)) return undefined
  const cents = Math.sign(amount) * Math.round(Math.abs(amount) * 100)
  if (Math.abs(amount * 100 - cents) > 1e-4) onRounded()
  return cents / 100
}
