import type { NumberFormat } from '../../../../contract/columns/number-format.ts'
import { AMOUNT_MAX, QUANTITY_MAX } from '../../../../contract/shared/constants.ts'
import { scaleDecimal } from '../../../../contract/shared/decimal.ts'
import { cleanNumber, type FileRow } from './file-row.ts'

export const NUMBER_COLUMNS = [
  'finalamount',
  'linetotal',
  'vat',
  'addedtax',
  'refunded',
  'price',
  'quantity',
  'unitcost',
  'linecost',
] as const
export type NumberColumn = (typeof NUMBER_COLUMNS)[number]
export type RowNumbers = Record<NumberColumn, number | null>

const NAMES: Record<NumberColumn, string> = {
  finalamount: 'Amount',
  linetotal: 'Line total',
  vat: 'VAT',
  addedtax: 'VAT',
  refunded: 'Refunded amount',
  price: 'Price',
  quantity: 'Quantity',
  unitcost: 'Cost',
  linecost: 'Cost',
}

/** Amounts in cents. */
export function readNumbers(
  cells: FileRow['cells'],
  formats: Record<NumberColumn, NumberFormat>,
): RowNumbers | { problem: string } {
  const numbers: RowNumbers = {
    ...{ finalamount: null, linetotal: null, vat: null, addedtax: null, refunded: null, price: null, quantity: null },
    ...{ unitcost: null, linecost: null },
  }
  for (const column of NUMBER_COLUMNS) {
    const cell = cleanNumber(cells[column])
    if (cell === '') continue
    const parsed = formats[column].parse(cell)
    if ('problem' in parsed) return { problem: `${NAMES[column]}: ${parsed.problem}` }
    // Files have amounts such as 145.79999999999998.
    const scaled = scaleDecimal(parsed.value, column === 'quantity' ? 3 : 2)
    const max = column === 'quantity' ? QUANTITY_MAX * 1000 : AMOUNT_MAX * 100
    if (Math.abs(scaled) > max) return { problem: `${NAMES[column]}: ${cell} is too large.` }
    numbers[column] = column === 'quantity' ? scaled / 1000 : scaled
  }
  return numbers
}
