import fc from 'fast-check'
import { expect, test } from 'vitest'
import { spansOf } from './spans.ts'

const DAY_MS = 24 * 3600 * 1000
const dateAfter = (from: string, days: number) => new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)

test('a single day is one span', () => {
  expect(spansOf({ from: '2026-11-21', to: '2026-11-21' })).toEqual([{ span: 1, span_start: '2026-11-21' }])
})

test('the spans of any range follow each other without a gap and end with the range', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 3_660 }), (start, days) => {
      const from = dateAfter('1990-01-01', start)
      let next = from
      for (const { span, span_start } of spansOf({ from, to: dateAfter(from, days - 1) })) {
        expect(span_start).toBe(next)
        expect((Date.parse(span_start) / DAY_MS) % span).toBe(0)
        next = dateAfter(span_start, span)
      }
      expect(next).toBe(dateAfter(from, days))
    })
  )
})

test('a year takes few spans', () => {
  expect(spansOf({ from: '2025-11-22', to: '2026-11-21' }).length).toBeLessThanOrEqual(24)
})
