import { expect, test } from 'vitest'
import { findFigureChange } from './report-figures.ts'

const SUMS = { revenue: 100, vat: 13.04, cost: 60, costed_net: 86.96, orders: 4, refunds: 1, refunded: -150, units: 7 }

test('report figures: a change counts up when more was sold, when more was refunded, and by the points of a margin', () => {
  const compared = { ...SUMS, revenue: 80, refunded: -100 }
  expect(findFigureChange('revenue', SUMS, compared)).toBeCloseTo(0.25)
  expect(findFigureChange('refunded', SUMS, compared)).toBeCloseTo(0.5)
  expect(findFigureChange('revenue', SUMS, { ...SUMS, revenue: 0 })).toBeNull()
  // 31.0 % after 0 %, and after no sales.
  expect(findFigureChange('margin', SUMS, { ...SUMS, cost: 86.96 })).toBeCloseTo(0.31)
  expect(findFigureChange('margin', SUMS, { ...SUMS, revenue: 0, vat: 0, costed_net: 0 })).toBeNull()
})
