/** The order of day and month in a date that has its year at the end. */
export type DateOrder = 'dmy' | 'mdy'

/** As it is written in the file: local time of the business, unless the cell has an offset such as '+02:00' or 'Z'. */
export type ReadDate = { date: string; time: string | null; offset: string | null }

const MAX_LENGTH = 60
const EXCERPT_MAX = 40

/**
 * How a column writes its dates, inferred from all of its cells: call `sample` for each, then `parse`. '03/04/2026' is 3 April or
 * 4 March: one cell such as '21/04/2026' decides it for the column. `isAmbiguous` is true when no cell does. Then the order is
 * `chosen`, or day before month, and a screen must ask the person.
 */
export class DateFormat {
  readonly #chosen: DateOrder
  readonly #seen = new Set<DateOrder>()
  #dependsOnOrder = false
  #hasTime = false

  constructor({ chosen = 'dmy' as DateOrder } = {}) {
    this.#chosen = chosen
  }

  sample(cell: string) {
    const parts = splitDate(cell)
    if (!parts) return
    if (parts.time) this.#hasTime = true
    if (parts.kind !== 'numeric') return
    const { first, second, isDotted } = parts
    if (first > 12 || isDotted) this.#seen.add('dmy')
    else if (second > 12) this.#seen.add('mdy')
    else if (first !== second) this.#dependsOnOrder = true
  }

  /** Whether day and month could be swapped in this column. */
  get isAmbiguous() {
    return this.#dependsOnOrder && this.#seen.size === 0
  }

  /** Undefined when some cells have the day first and others the month. Then a cell that could be either is rejected. */
  get order(): DateOrder | undefined {
    if (this.#seen.size === 0) return this.#chosen
    return this.#seen.size === 1 ? [...this.#seen][0] : undefined
  }

  /** Whether a cell has a time beside its date. */
  get hasTime() {
    return this.#hasTime
  }

  /** The date of a cell, or why it is rejected, in a sentence. */
  parse(cell: string): ReadDate | { problem: string } {
    const parts = splitDate(cell)
    const notRead = { problem: `“${excerpt(cell)}” is not a date.` }
    if (!parts) return notRead
    const { year, time, offset } = parts
    if (parts.kind !== 'numeric') return createDate(year, parts.month, parts.day, { time, offset }) ?? notRead
    const { first, second, isDotted } = parts
    const order = orderFromCell(first, second, isDotted) ?? this.order
    if (!order) return { problem: `“${excerpt(cell)}” can be read in two ways: write the date as ${year}-MM-DD.` }
    const [day, month] = order === 'dmy' ? [first, second] : [second, first]
    return createDate(year, month, day, { time, offset }) ?? notRead
  }
}

/** The time of a cell such as '14:05', '2:05 PM' or '14h05', as 'HH:MM:SS', or why it is rejected. A date before it is ignored. */
export function parseTime(cell: string): { time: string } | { problem: string } {
  const text = cell.trim()
  const time = readClock(text)?.time ?? splitDate(text)?.time
  return time ? { time } : { problem: `“${excerpt(cell)}” is not a time.` }
}

type Clock = { time: string | null; offset: string | null }
type DateParts = Clock & { year: number } & (
    | { kind: 'named'; month: number; day: number }
    | { kind: 'numeric'; first: number; second: number; isDotted: boolean }
  )

const YEAR_FIRST = /^(\d{4})([-/. ]?)(\d{1,2})\2(\d{1,2})(?!\d)(.*)$/s
const YEAR_LAST = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})(?!\d)(.*)$/s
const DAY_OF_WEEK = /^[a-z]{2,10}\.?,?\s+(?=[a-z]{3}|\d)/i
const DAY_NAME_YEAR = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]{3,9})\.?,?[\s-]+(\d{4}|\d{2})(?!\d)(.*)$/is
const NAME_DAY_YEAR = /^([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?!\d)(.*)$/is
/** The days since 30 December 1899, with the time as a fraction: what a spreadsheet writes for a date without a format. */
const SERIAL = /^(\d{5})(?:[.,](\d+))?$/

function splitDate(cell: string): DateParts | undefined {
  if (cell.length > MAX_LENGTH) return undefined
  const text = cell.trim()
  return splitNumericDate(text) ?? splitNamedDate(text) ?? splitNamedDate(text.replace(DAY_OF_WEEK, '')) ?? readSerial(text)
}

function splitNumericDate(text: string): DateParts | undefined {
  const [, year, , month, day, rest = ''] = YEAR_FIRST.exec(text) ?? []
  if (year) {
    const clock = readRest(rest)
    return clock && { kind: 'named', year: Number(year), month: Number(month), day: Number(day), ...clock }
  }
  const [, first, sign, second, last = '', after = ''] = YEAR_LAST.exec(text) ?? []
  const clock = first && readRest(after)
  return clock
    ? { kind: 'numeric', first: Number(first), second: Number(second), isDotted: sign === '.', year: readYear(last), ...clock }
    : undefined
}

function splitNamedDate(text: string): DateParts | undefined {
  const [, dayBefore, nameAfter, yearAfter, restAfter] = DAY_NAME_YEAR.exec(text) ?? []
  const [, nameBefore, dayAfter, yearLast, restLast] = NAME_DAY_YEAR.exec(text) ?? []
  const month = findMonth(nameAfter ?? nameBefore ?? '')
  const clock = readRest(restAfter ?? restLast ?? '')
  if (!month || !clock) return undefined
  return { kind: 'named', year: readYear(yearAfter ?? yearLast ?? ''), month, day: Number(dayBefore ?? dayAfter), ...clock }
}

const DAY_SECONDS = 86_400

function readSerial(text: string): DateParts | undefined {
  const [, days, fraction = '0'] = SERIAL.exec(text) ?? []
  if (!days) return undefined
  const seconds = Math.round(Number(`0.${fraction}`) * DAY_SECONDS)
  const at = new Date(Date.UTC(1899, 11, 30 + Number(days), 0, 0, seconds))
  const time = Number(fraction) === 0 ? null : at.toISOString().slice(11, 19)
  return { kind: 'named', year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate(), time, offset: null }
}

const readYear = (digits: string) => (digits.length === 2 ? 2000 + Number(digits) : Number(digits))

/** English and Afrikaans, by their first three letters. */
const MONTHS = ['jan', 'feb', 'mar|mrt|maa', 'apr', 'may|mei', 'jun', 'jul', 'aug', 'sep', 'oct|okt', 'nov', 'dec|des']
const findMonth = (name: string) => 1 + MONTHS.findIndex((names) => names.split('|').includes(name.slice(0, 3).toLowerCase()))

function orderFromCell(first: number, second: number, isDotted: boolean): DateOrder | undefined {
  if (first > 12 || isDotted || first === second) return 'dmy'
  return second > 12 ? 'mdy' : undefined
}

/** Undefined for a day that does not exist, and outside 1990 to 2099. */
function createDate(year: number, month: number, day: number, clock: Clock): ReadDate | undefined {
  const at = new Date(Date.UTC(year, month - 1, day))
  const isReal = at.getUTCMonth() === month - 1 && at.getUTCDate() === day && year >= 1990 && year < 2100
  return isReal ? { date: at.toISOString().slice(0, 10), ...clock } : undefined
}

/** What follows a date: nothing, or a time. */
function readRest(rest: string): Clock | undefined {
  const text = rest.replace(/^(?:[\sT,]|at |om )+/i, '')
  return text === '' ? { time: null, offset: null } : readClock(text)
}

const CLOCK =
  /^(\d{1,2})[:h.](\d{2})(?:[:.](\d{2})(?:[.,]\d+)?)?\s*([ap]\.?m\.?|[vn]m\.?)?\s*(Z|UTC|GMT|SAST|[+-]\d{2}:?\d{2})?$/i

function readClock(text: string): Clock | undefined {
  const [, hours, minutes = '', seconds = '00', half, zone] = CLOCK.exec(text) ?? []
  if (!hours) return undefined
  const isAfternoon = half && /^[pn]/i.test(half)
  const hour =
    Number(hours) === 12 && half ? (isAfternoon ? 12 : 0) : Number(hours) + (isAfternoon && Number(hours) < 12 ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return undefined
  return { time: `${String(hour).padStart(2, '0')}:${minutes}:${seconds}`, offset: zone ? readOffset(zone) : null }
}

function readOffset(zone: string) {
  if (/^SAST$/i.test(zone)) return '+02:00'
  return /^[a-z]/i.test(zone) ? 'Z' : zone.replace(/^(...):?/, '$1:')
}

const excerpt = (cell: string) => (cell.length > EXCERPT_MAX ? `${cell.slice(0, EXCERPT_MAX)}…` : cell)
