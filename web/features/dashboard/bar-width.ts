import { TOP_SITE_BAR_MIN_PERCENT } from '../../../contract/shared/constants.ts'

/** Percent of the longest bar; never too short to be seen, but nothing at all for nothing or less. */
export function barWidth(revenue: number, most: number) {
  if (revenue <= 0 || most <= 0) return 0
  return Math.max(TOP_SITE_BAR_MIN_PERCENT, (revenue / most) * 100)
}
