import { expect, test } from 'vitest'
import { findFigureChange } from './report-figures.ts'

const SUMS = { revenue: 100, vat: 13.04, cost: 60, orders: 4, refunds: 1, refunded: -150, units: 7 }

test('report figures: a change counts up when more was sold, and when more was refunded', () => {
  const compared = { ...SUMS, revenue: 80, refunded: -100 }
  expect(findFigureChange('revenue', SUMS, compared)).toBeCloseTo(0.25)
  expect(findFigureChange('refunded', SUMS, compared)).toBeCloseTo(0.5)
  expect(findFigureChange('revenue', SUMS, { ...SUMS, revenue: 0 })).toBeNull()
})
