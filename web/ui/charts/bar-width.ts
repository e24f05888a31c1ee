/** Percent of the longest bar. What is above zero has at least `least`. */
export const getBarWidth = (value: number, highest: number, least = 0) =>
  value <= 0 || highest <= 0 ? 0 : Math.max(least, (value / highest) * 100)
