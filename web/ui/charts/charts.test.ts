import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../lib/format/dates.ts'
import { drawBars, drawCurve } from './paths.ts'
import { chooseGrain, formatPoint, formatShortPoint, groupPoints } from './points.ts'
import { createDayTicks, createValueScale } from './scales.ts'
import { combineSlices, layoutArcs } from './slices.ts'

describe('chart value scale', () => {
  test('has few round ticks, and the largest value may be above them', () => {
    expect(createValueScale([42_000, 75_867.84]).ticks).toEqual([0, 20_000, 40_000, 60_000])
    expect(createValueScale([342], { whole: true }).ticks).toEqual([0, 100, 200, 300])
  })

  test('goes below zero for refunds', () => {
    expect(createValueScale([-600, 900])).toEqual({ min: -600, max: 900, ticks: [-500, 0, 500] })
  })

  test('has one tick at zero when all values are zero', () =>
    expect(createValueScale([0, 0])).toEqual({ min: 0, max: 1, ticks: [0] }))
  test('has whole ticks for counts', () => expect(createValueScale([1, 2], { whole: true }).ticks).toEqual([0, 1, 2]))

  test('has at most six ticks inside the scale, one of them zero', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1 }), (cents) => {
        const values = cents.map((amount) => amount / 100)
        const { min, max, ticks } = createValueScale(values)
        expect(ticks.some((tick) => tick === 0)).toBe(true)
        expect(ticks.length).toBeLessThanOrEqual(6)
        expect(max).toBeGreaterThan(min)
        for (const tick of ticks) expect(tick >= min - 1e-6 && tick <= max + 1e-6).toBe(true)
      }),
    )
  })
})

describe('chart day labels', () => {
  const labels = (from: string, to: string, most: number) => createDayTicks(from, to, most).map((tick) => tick.label)

  test('are weekly for a month, and every two weeks on a phone', () => {
    expect(labels('2026-10-22', '2026-11-20', 7)).toEqual(['22 Oct', '29 Oct', '5 Nov', '12 Nov', '19 Nov'])
    expect(labels('2026-10-22', '2026-11-20', 3)).toEqual(['22 Oct', '5 Nov', '19 Nov'])
  })

  test('are more than the first day for a week at any width', () => {
    expect(labels('2026-11-15', '2026-11-21', 3)).toEqual(['15 Nov', '18 Nov', '21 Nov'])
    expect(labels('2026-01-01', '2026-11-21', 3)).toEqual(['Jan 2026', 'May 2026', 'Sep 2026'])
  })

  test('are one for a single day', () => expect(labels('2026-10-22', '2026-10-22', 7)).toEqual(['22 Oct']))

  test('are on the first day of months or years for longer ranges', () => {
    expect(labels('2026-01-01', '2026-11-20', 6)).toEqual([
      'Jan 2026',
      'Mar 2026',
      'May 2026',
      'Jul 2026',
      'Sep 2026',
      'Nov 2026',
    ])
    expect(labels('2016-11-21', '2026-11-20', 6)).toEqual(['2018', '2020', '2022', '2024', '2026'])
  })

  test('are never more than the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3700 }), fc.integer({ min: 1, max: 8 }), (days, most) => {
        const ticks = createDayTicks('2016-11-21', addDays('2016-11-21', days), most)
        expect(ticks.length).toBeGreaterThan(0)
        expect(ticks.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('chart points', () => {
  const series = (from: string, days: number) =>
    Array.from({ length: days }, (_, index) => ({ day: addDays(from, index), value: index }))

  test('are days where they fit, else weeks or months', () => {
    expect(chooseGrain(30, 440)).toBe('day')
    expect(chooseGrain(730, 440)).toBe('week')
    expect(chooseGrain(3650, 440)).toBe('month')
  })

  test('have the average of the days of a week from Monday, also of an incomplete first and last week', () => {
    const points = groupPoints(series('2026-10-24', 10), 'week')
    expect(points).toEqual([
      { day: '2026-10-24', days: 2, start: 0, value: 0.5 },
      { day: '2026-10-26', days: 7, start: 2, value: 5 },
      { day: '2026-11-02', days: 1, start: 9, value: 9 },
    ])
    expect(points.map((point) => formatPoint(point, 'week'))).toEqual([
      ...['24 Oct – 25 Oct 2026', '26 Oct – 1 Nov 2026', 'Mon, 2 Nov 2026'],
    ])
  })

  test('are calendar months for long ranges', () => {
    const points = groupPoints(series('2026-10-30', 4), 'month')
    expect(points.map((point) => [formatPoint(point, 'month'), point.days])).toEqual([
      ['Oct 2026', 2],
      ['Nov 2026', 2],
    ])
  })

  test('are named by their days', () => {
    const [point] = groupPoints(series('2026-10-31', 1), 'day')
    expect(point && [formatPoint(point, 'day'), formatShortPoint(point, 'day')]).toEqual(['Sat, 31 Oct 2026', '31 Oct'])
  })
})

describe('chart paths', () => {
  test('exist for a single point', () => expect(drawCurve([{ x: 5, y: 7 }])).toBe('M5,7Z'))

  test('keep the curve between the values of two neighbours', () => {
    const heights = fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(heights, (ys) => {
        const drawn = drawCurve(ys.map((y, x) => ({ x: x * 10, y })))
        drawn
          .split('C')
          .slice(1)
          .forEach((segment, index) => {
            const [, leaving, , arriving] = segment.split(',').map(Number)
            const ends = [ys[index] ?? 0, ys[index + 1] ?? 0]
            for (const y of [leaving, arriving]) {
              expect(y).toBeGreaterThanOrEqual(Math.min(...ends) - 0.1)
              expect(y).toBeLessThanOrEqual(Math.max(...ends) + 0.1)
            }
          })
      }),
    )
  })

  test('have a bar below the base for a negative value, and none for zero', () => {
    expect(drawBars([{ x: 10, y: 50 }], 8, 40)).toBe('M6 40V47q0 3 3 3h2q3 0 3 -3V40Z')
    expect(drawBars([{ x: 10, y: 40 }], 8, 40)).toBe('')
  })
})

describe('chart slices', () => {
  const slices = (...counts: number[]) => counts.map((count, index) => ({ label: `m${index + 1}`, count, amount: count * 10 }))

  test('are as many as there are colours, the rest in one', () => {
    expect(combineSlices(slices(6, 5, 4, 3, 2, 1), 'methods')).toHaveLength(6)
    expect(combineSlices(slices(9, 6, 5, 4, 3, 2, 1), 'methods').at(-1)).toEqual({
      label: 'Other methods (2)',
      count: 3,
      amount: 30,
    })
  })

  test('fill the ring when alone, stay visible when small, and are absent for zero', () => {
    expect(layoutArcs(slices(7), 480)).toEqual([{ label: 'm1', length: 480, offset: 0 }])
    expect(layoutArcs(slices(999, 1), 480).at(-1)?.length).toBe(1)
    expect(layoutArcs(slices(0, 0), 480)).toEqual([])
  })
})
