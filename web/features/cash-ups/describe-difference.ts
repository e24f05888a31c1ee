import type { ExpectedAmount, LateSales } from '../../../contract/cash-ups.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'

export const findDifference = (line: { counted: number; expected: number }) => sumRand([line.counted, -line.expected])

/** 'R 20,00 short', 'R 5,00 over', 'Agrees'. */
export function describeDifference(difference: number) {
  if (difference === 0) return 'Agrees'
  return `${formatRand(Math.abs(difference))} ${difference < 0 ? 'short' : 'over'}`
}

/** '2 sales for R 310,00 arrived later'. */
export function describeLate({ sales, amount }: LateSales) {
  if (sales > 0) return `${pluralize(sales, 'sale')} for ${formatRand(amount)} arrived later`
  if (sales < 0) return `${pluralize(-sales, 'sale')} for ${formatRand(-amount)} ${sales === -1 ? 'was' : 'were'} removed later`
  return `The sales of the day changed later by ${formatRand(amount)}`
}

/** ', R 100,00 paid in, less R 20,00 paid out'. */
export const describeMoved = ({ paid_in, paid_out }: Pick<ExpectedAmount, 'paid_in' | 'paid_out'>) =>
  `${paid_in === undefined ? '' : `, ${formatRand(paid_in)} paid in`}${paid_out === undefined ? '' : `, less ${formatRand(paid_out)} paid out`}`
