import { type DecimalSigns, NumberFormat } from '../../../../contract/columns/number-format.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { scaleDecimal } from '../../../../contract/shared/decimal.ts'
import type { FileRow } from './file-row.ts'

const CENTS = { places: 2, parts: 1, max: AMOUNT_MAX * 100 }
const PRICE = { ...CENTS, places: 4, parts: 100 }
const UNITS = { places: 3, parts: 1000, max: QUANTITY_MAX }

/** What a person calls the number of each field, and its unit. */
const NUMBERS = {
  finalamount: ['Amount', CENTS],
  linetotal: ['Line total', CENTS],
  vat: ['VAT', CENTS],
  addedtax: ['VAT', CENTS],
  refunded: ['Refunded amount', CENTS],
  returned: ['Returned quantity', UNITS],
  discount: ['Discount', CENTS],
  price: ['Price', PRICE],
  quantity: ['Quantity', UNITS],
  unitcost: ['Cost', CENTS],
  linecost: ['Cost', CENTS],
  tip: ['Tip', CENTS],
  gift_card_sold: ['Gift cards sold', CENTS],
  shipping: ['Shipping', CENTS],
} as const
export type NumberColumn = keyof typeof NUMBERS
export const NUMBER_COLUMNS = Object.keys(NUMBERS) as NumberColumn[]
export type RowNumbers = Record<NumberColumn, number | null>
const EMPTY = Object.fromEntries(NUMBER_COLUMNS.map((column) => [column, null])) as RowNumbers

/** A sale does without these. */
const isOptional = (column: NumberColumn) => !['finalamount', 'linetotal', 'price', 'quantity'].includes(column)

/** The format of each column. Quantities may have a unit of their own behind them. */
export const createNumberFormats = (file: DecimalSigns) => {
  const create = (column: NumberColumn) => new NumberFormat({ isMoney: NUMBERS[column][1] !== UNITS, file, hasAnyCurrency: true })
  return Object.fromEntries(NUMBER_COLUMNS.map((column) => [column, create(column)])) as Record<NumberColumn, NumberFormat>
}

/** A cell that cannot be read and that a sale does without. */
export type OddCell = { field: string; cell: string }

/** Amounts in cents, a price with two decimals of a cent. Adds the words in other columns to `odd`. */
export function readNumbers(
  cells: FileRow['cells'],
  formats: Record<NumberColumn, NumberFormat>,
  odd?: OddCell[],
): RowNumbers | { problem: string } {
  const numbers = { ...EMPTY }
  for (const column of NUMBER_COLUMNS) {
    const written = cells[column]
    if (!written) continue
    const cell = written.trim().replace(/\s*%$/, '')
    if (cell === '') continue
    const [name, { places, parts, max }] = NUMBERS[column]
    // A word such as 'none' is no number that somebody wrote wrongly.
    if (isOptional(column) && !/\d/.test(cell)) {
      if (!/^[-–—]$/.test(cell)) odd?.push({ field: name, cell })
      continue
    }
    const parsed = formats[column].parse(cell)
    if ('problem' in parsed) return { problem: `${name}: ${parsed.problem}` }
    // Files have amounts such as 145.79999999999998.
    const value = scaleDecimal(parsed.value, places) / parts
    if (Math.abs(value) > max) return { problem: `${name}: ${cell} is too large.` }
    numbers[column] = value
  }
  return numbers
}
