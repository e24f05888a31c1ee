import { FIGURES, type Figure, findChange, type Sums } from '../../../contract/figures.ts'
import type { Column } from '../../../contract/search/reports.ts'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatPercent,
  formatQuantity,
  formatRand,
  NO_VALUE,
} from '../../lib/format/money.ts'

type Kind = 'amount' | 'count' | 'quantity' | 'percent'

const KINDS: Record<Figure, Kind> = {
  revenue: 'amount',
  net: 'amount',
  vat: 'amount',
  orders: 'count',
  refunds: 'count',
  refunded: 'amount',
  units: 'quantity',
  average: 'amount',
  items: 'quantity',
  cost: 'amount',
  profit: 'amount',
  margin: 'percent',
}

const formatRounded = (value: number) => formatQuantity(Math.round(value * 100) / 100)

const FORMATS: Record<Kind, (value: number) => string> = {
  amount: formatRand,
  count: formatCount,
  quantity: formatRounded,
  percent: formatPercent,
}

const AXIS_FORMATS: Record<Kind, (value: number) => string> = {
  amount: formatAxisRand,
  count: formatAxisCount,
  quantity: formatAxisCount,
  percent: formatPercent,
}

export const formatFigure = (figure: Figure, value: number | null) => (value === null ? NO_VALUE : FORMATS[KINDS[figure]](value))
export const getAxisFormat = (figure: Figure) => AXIS_FORMATS[KINDS[figure]]
export const isWhole = (figure: Figure) => KINDS[figure] === 'count'

/** Whether a higher value is worse. */
export const isCost = (figure: Figure) => figure === 'refunds' || figure === 'refunded' || figure === 'cost'

/** Not known for a single figure: of how much the value is a part, and what it was before. */
export const findShare = (sums: Sums, total: Sums) => (total.revenue === 0 ? null : sums.revenue / total.revenue)

export const isPercent = (figure: Figure) => KINDS[figure] === 'percent'

/**
 * A part of one: 0.123 is 12,3 % more. Of a percentage, the difference. Of refunds, whose amounts are below zero, how much more was
 * refunded.
 */
export function findFigureChange(figure: Figure, sums: Sums, compared: Sums | null) {
  if (!compared) return null
  const now = FIGURES[figure](sums)
  const before = FIGURES[figure](compared)
  if (isPercent(figure)) return now === null || before === null ? null : now - before
  const change = findChange(now, before)
  return change !== null && figure === 'refunded' ? -change : change
}

/** px of a column, for values of a year. */
export const COLUMN_WIDTHS: Record<Kind | 'change', number> = { amount: 132, count: 92, quantity: 104, percent: 88, change: 112 }

export const getColumnWidth = (column: Column) => {
  if (column === 'change') return COLUMN_WIDTHS.change
  if (column === 'difference') return COLUMN_WIDTHS.amount
  return COLUMN_WIDTHS[column === 'share' ? 'percent' : KINDS[column]]
}
