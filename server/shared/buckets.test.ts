import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bucketsFor } from './buckets.ts'

const DAY_MS = 24 * 3600 * 1000
const dateAfter = (from: string, days: number) => new Date(Date.parse(from) + days * DAY_MS).toISOString().slice(0, 10)

test('buckets: a single day is one bucket', () => {
  expect(bucketsFor({ from: '2026-11-21', to: '2026-11-21' })).toEqual([{ bucket_days: 1, bucket_start: '2026-11-21', sign: 1 }])
})

test('buckets: the buckets of any range add up to each of its days once, and to no other day', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 30_000 }), fc.integer({ min: 1, max: 3_660 }), (start, days) => {
      const from = dateAfter('1990-01-01', start)
      const counted = new Map<string, number>()
      for (const { bucket_days, bucket_start, sign } of bucketsFor({ from, to: dateAfter(from, days - 1) })) {
        expect((Date.parse(bucket_start) / DAY_MS) % bucket_days).toBe(0)
        for (let day = 0; day < bucket_days; day++) {
          const date = dateAfter(bucket_start, day)
          counted.set(date, (counted.get(date) ?? 0) + sign)
        }
      }
      const once = [...counted].filter(([, times]) => times !== 0)
      expect(once.every(([, times]) => times === 1)).toBe(true)
      expect(once.map(([date]) => date).sort()).toEqual(Array.from({ length: days }, (_, day) => dateAfter(from, day)))
    }),
    { numRuns: 60 },
  )
})

test('buckets: a year takes at most 12 buckets, wherever it begins', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), (start) => {
      const from = dateAfter('1990-01-01', start)
      expect(bucketsFor({ from, to: dateAfter(from, 364) }).length).toBeLessThanOrEqual(12)
    }),
  )
})
