import type { PartHandlers } from './read-part.ts'

/** The formats of dates and times that a workbook does not define: ECMA-376, part 1, 18.8.30. */
const isDateFormatId = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)

/** Excel allows 64,000 formats of cells. */
const MAX_FORMATS = 65_536

/**
 * Reads the styles of a workbook and returns how the value of a cell with a style is shown: as a date, as the code of an identifier, or
 * with all its digits.
 */
export async function createNumberFormatter(is1904: boolean, readStyles: (handlers: PartHandlers) => Promise<void>) {
  const codes = new Map<number, string>()
  /** The format of each style. */
  const formats: number[] = []
  let isCell = false
  await readStyles({
    open(name, { numFmtId, formatCode = '' }) {
      if (name === 'cellXfs') isCell = true
      else if (name === 'numFmt' && codes.size < MAX_FORMATS) codes.set(Number(numFmtId), formatCode)
      else if (name === 'xf' && isCell && formats.length < MAX_FORMATS) formats.push(Number(numFmtId))
    },
    close(name) {
      if (name === 'cellXfs') isCell = false
    },
  })
  const isDate = formats.map((format) => {
    const code = codes.get(format)
    return code === undefined ? isDateFormatId(format) : isDateCode(code)
  })
  const identifiers = formats.map((format) => readIdentifierCode(codes.get(format)))
  return (text: string, style: number) => {
    if (text === '') return ''
    const value = Number(text)
    if (Number.isNaN(value)) return text
    if (isDate[style]) return formatDate(value, is1904)
    const identifier = identifiers[style]
    return identifier && Number.isSafeInteger(value) && value >= 0 ? formatIdentifier(value, identifier) : String(value)
  }
}

/** Text and places of digits, in order. */
type IdentifierCode = ({ text: string } | { digits: number })[]

const CODE_PART = /"([^"]*)"|\\(.)|(0+|#+)|([-/: ()])/y

/**
 * The parts of the code of an identifier, such as 0000000000000, "INV-"00000 or 000-000; undefined for other numbers. 0 "kg" and "R" 0
 * are quantities and money.
 */
function readIdentifierCode(code = ''): IdentifierCode | undefined {
  const [first = ''] = code.replace(/\[(?:[a-z]+\d*|\$-[^\]]*)\]/gi, '').split(';')
  const parts: IdentifierCode = []
  CODE_PART.lastIndex = 0
  while (CODE_PART.lastIndex < first.length) {
    const [, quoted, escaped, digits, sign] = CODE_PART.exec(first) ?? []
    const text = quoted ?? escaped ?? sign
    if (digits) parts.push({ digits: digits.startsWith('0') ? digits.length : 1 })
    else if (text !== undefined) parts.push({ text })
    else return undefined
  }
  const digits = parts.reduce((sum, part) => sum + ('digits' in part ? part.digits : 0), 0)
  const prefix = parts
    .slice(
      0,
      parts.findIndex((part) => 'digits' in part),
    )
    .map((part) => ('text' in part ? part.text : ''))
  return digits > 1 || (digits === 1 && /[a-z].*[-/#]$/i.test(prefix.join(''))) ? parts : undefined
}

/** Digits fill the places from the right; the first place takes what is left. */
function formatIdentifier(value: number, parts: IdentifierCode) {
  const places = parts.reduce((sum, part) => sum + ('digits' in part ? part.digits : 0), 0)
  let digits = String(value).padStart(places, '0')
  const shown = parts.toReversed().map((part, index) => {
    if ('text' in part) return part.text
    const isFirst = !parts.slice(0, parts.length - 1 - index).some((other) => 'digits' in other)
    const cut = isFirst ? 0 : digits.length - part.digits
    const own = digits.slice(cut)
    digits = digits.slice(0, cut)
    return own
  })
  return shown.toReversed().join('')
}

/** Whether a format has a day, month, year, hour, minute or second: outside quotes, escapes, colours and currencies. */
function isDateCode(code: string) {
  const [first = ''] = code
    .replace(/"[^"]*"|\\.|[_*]./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .split(';')
  return !/general|standard/i.test(first) && /[dmyhs]/i.test(first)
}

const DAY_MS = 24 * 3600 * 1000
const LEAP_DAY_1900 = 60

/** A sheet has no time zones: the parts of the date are what a person sees. A sheet counts the day 29 February 1900, which never was. */
function formatDate(serial: number, is1904: boolean) {
  const days = is1904 || serial < LEAP_DAY_1900 ? serial : serial - 1
  const date = new Date((is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, 31)) + Math.round(days * DAY_MS))
  return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 19).replace('T00:00:00', '').replace('T', ' ')
}
