import type { NumberFormat } from '../../../../contract/columns/number-format.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { scaleDecimal } from '../../../../contract/shared/decimal.ts'
import type { FileRow } from './file-row.ts'

export const NUMBER_COLUMNS = [
  'finalamount',
  'linetotal',
  'vat',
  'addedtax',
  'refunded',
  'returned',
  'discount',
  'price',
  'quantity',
  'unitcost',
  'linecost',
  'tip',
  'gift_card_sold',
  'shipping',
] as const
export type NumberColumn = (typeof NUMBER_COLUMNS)[number]
export type RowNumbers = Record<NumberColumn, number | null>

const NAMES: Record<NumberColumn, string> = {
  finalamount: 'Amount',
  linetotal: 'Line total',
  vat: 'VAT',
  addedtax: 'VAT',
  refunded: 'Refunded amount',
  returned: 'Returned quantity',
  discount: 'Discount',
  price: 'Price',
  quantity: 'Quantity',
  unitcost: 'Cost',
  linecost: 'Cost',
  tip: 'Tip',
  gift_card_sold: 'Gift cards sold',
  shipping: 'Shipping',
}

const CENTS = { places: 2, parts: 1, max: AMOUNT_MAX * 100 }
const UNITS = { places: 3, parts: 1000, max: QUANTITY_MAX }
const SCALES = { quantity: UNITS, returned: UNITS, price: { ...CENTS, places: 4, parts: 100 } }

/** Amounts in cents, a price with two decimals of a cent. */
export function readNumbers(
  cells: FileRow['cells'],
  formats: Record<NumberColumn, NumberFormat>,
): RowNumbers | { problem: string } {
  const numbers: RowNumbers = {
    ...{ finalamount: null, linetotal: null, vat: null, addedtax: null, refunded: null, price: null, quantity: null },
    ...{ returned: null, discount: null },
    ...{ unitcost: null, linecost: null, tip: null, gift_card_sold: null, shipping: null },
  }
  for (const column of NUMBER_COLUMNS) {
    const written = cells[column]
    if (!written) continue
    const cell = written.trim().replace(/\s*%$/, '')
    if (cell === '') continue
    const parsed = formats[column].parse(cell)
    if ('problem' in parsed) return { problem: `${NAMES[column]}: ${parsed.problem}` }
    // Files have amounts such as 145.79999999999998.
    const { places, parts, max } = SCALES[column as keyof typeof SCALES] ?? CENTS
    const value = scaleDecimal(parsed.value, places) / parts
    if (Math.abs(value) > max) return { problem: `${NAMES[column]}: ${cell} is too large.` }
    numbers[column] = value
  }
  return numbers
}
