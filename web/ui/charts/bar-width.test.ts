import { expect, test } from 'vitest'
import { TOP_SITE_BAR_MIN_PERCENT } from '../../../contract/shared/constants.ts'
import { getBarWidth } from './bar-width.ts'

test.each([
  [100, 100, 100],
  [50, 100, 50],
  [1, 1000, 4],
  [0, 100, 0],
  [-20, 100, 0],
  [0, 0, 0],
  [-5, -5, 0],
])('top sites: a revenue of %d with a maximum of %d has a bar of %d %% (2.4.8, 9.13)', (revenue, most, percent) =>
  expect(getBarWidth(revenue, most, TOP_SITE_BAR_MIN_PERCENT)).toBe(percent),
)
