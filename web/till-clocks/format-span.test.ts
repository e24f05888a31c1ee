import { expect, test } from 'vitest'
import { formatSpan } from './format-span.ts'

const DAY = 86_400
test.each([
  [25 * 3600, '1 day and 1 hour'],
  [DAY + 60, '1 day'],
  [2 * DAY + 5 * 3600 - 1, '2 days and 5 hours'],
  [5.4 * DAY, '5 days'],
  [31 * DAY, '31 days'],
  [61 * DAY, '2 months'],
  [365 * DAY - 5, '1 year'],
  [366 * DAY, '1 year'],
  [426 * DAY, '1 year and 2 months'],
  [73.1 * 365.25 * DAY, '73 years'],
])('spans of clocks: %d seconds are ‘%s’', (seconds, text) => {
  expect(formatSpan(seconds)).toBe(text)
})
