import { expect, test } from 'vitest'
import { describeComparedRange } from './compared-range.ts'

test.each([
  ['2026-11-16', '2026-11-09', '1 week earlier, same weekdays'],
  ['2026-10-22', '2026-09-17', '5 weeks earlier, same weekdays'],
  ['2026-11-16', '2025-11-17', '52 weeks earlier, same weekdays'],
  ['2026-11-01', '2026-10-01', 'Same days of the month before'],
  ['2026-01-01', '2025-01-01', 'Same days of the year before'],
  ['2026-03-01', '2026-01-29', 'The days before'],
])('compared range: of %s, from %s, is "%s"', (from, before, words) => {
  expect(describeComparedRange({ from: before }, { from })).toBe(words)
})
