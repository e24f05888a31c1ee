import { TOP_SITE_BAR_MIN_PERCENT } from '../../../contract/shared/constants.ts'

/** Percent of the longest bar, with a visible minimum. 0 for zero and negative revenue. */
export function getBarWidth(revenue: number, highest: number) {
  if (revenue <= 0 || highest <= 0) return 0
  return Math.max(TOP_SITE_BAR_MIN_PERCENT, (revenue / highest) * 100)
}
