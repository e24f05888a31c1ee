import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays } from '../../lib/format/dates.ts'
import { chooseInterval, formatPoint, formatShortPoint, groupPoints, placeHours } from './day-points.ts'
import { chooseTicks, findNearest, layoutPlot } from './layout.ts'
import { combineSlices, drawArea, drawBars, drawLine, drawSlices } from './shapes.ts'

const createSeries = (from: string, days: number) =>
  Array.from({ length: days }, (_, index) => ({ day: addDays(from, index), value: index }))

function layOut(values: (number | null)[], { whole = false, width = 700 } = {}) {
  const layout = layoutPlot(
    values.map((value, index) => ({ tick: `${index}`, value, compared: null })),
    width,
    300,
    whole,
  )
  if (!layout) throw new Error('no layout')
  return layout
}

describe('chart value axis', () => {
  const getTicks = (values: number[], whole = false) => layOut(values, { whole }).valueTicks.map(({ value }) => value)

  test('has few round ticks, the last one at or above the largest value', () => {
    expect(getTicks([42_000, 75_867.84])).toEqual([0, 20_000, 40_000, 60_000, 80_000])
    expect(getTicks([342], true)).toEqual([0, 100, 200, 300, 400])
  })

  test('goes below zero for refunds', () => expect(getTicks([-600, 900])).toEqual([-1000, -500, 0, 500, 1000]))
  test('has one tick at zero when all values are zero', () => expect(getTicks([0, 0])).toEqual([0]))
  test('has whole ticks for counts', () => expect(getTicks([1, 2], true)).toEqual([0, 1, 2]))

  test('has at most seven ticks inside the plot, one of them zero', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e12, max: 1e12 }), { minLength: 1 }), (cents) => {
        const { valueTicks, base, bottom } = layOut(cents.map((amount) => amount / 100))
        expect(valueTicks.filter(({ value }) => value === 0)).toMatchObject([{ y: base }])
        expect(valueTicks.length).toBeLessThanOrEqual(7)
        for (const { y } of valueTicks) expect(y >= 0 && y <= bottom + 1e-6).toBe(true)
      }),
    )
  })
})

describe('chart places', () => {
  test('leave out a point without a value, and keep its space', () => {
    const { placed, pitch } = layOut([1, null, 3])
    expect(placed.map(({ value }) => value)).toEqual([1, 3])
    expect((placed[1]?.x ?? 0) - (placed[0]?.x ?? 0)).toBeCloseTo(2 * pitch)
  })

  test('are found by the nearest x', () => {
    const { placed } = layOut([1, null, 3])
    expect([0, 300, 400, 900].map((x) => findNearest(placed, x))).toEqual([0, 0, 1, 1])
  })

  test('are none without points or space', () => {
    expect(layoutPlot([], 700, 300, false)).toBeNull()
    expect(layoutPlot([{ tick: '', value: 1, compared: null }], 0, 0, false)).toBeNull()
  })
})

describe('chart day labels', () => {
  const getLabels = (from: string, days: number, most: number) =>
    chooseTicks(
      groupPoints(createSeries(from, days), chooseInterval(days, 440)).map(({ tick }, x) => ({ label: tick, x })),
      most,
    ).map(({ label }) => label)

  test('are every few days for a month', () => {
    expect(getLabels('2026-10-22', 30, 7)).toEqual(['22 Oct', '27 Oct', '1 Nov', '6 Nov', '11 Nov', '16 Nov'])
    expect(getLabels('2026-10-22', 30, 3)).toEqual(['22 Oct', '1 Nov', '11 Nov'])
  })

  test('are more than the first day for a week at any width', () =>
    expect(getLabels('2026-11-15', 7, 3)).toEqual(['15 Nov', '18 Nov', '21 Nov']))

  test('are where months or years begin for longer ranges', () => {
    expect(getLabels('2026-01-01', 324, 6)).toEqual(['Jan 2026', 'Mar 2026', 'May 2026', 'Jul 2026', 'Sep 2026', 'Nov 2026'])
    expect(getLabels('2025-01-15', 700, 3)).toEqual(['Feb 2025', 'Oct 2025', 'Jun 2026'])
    expect(getLabels('2016-11-21', 3652, 6)).toEqual(['2017', '2019', '2021', '2023', '2025'])
  })

  test('are never more than the maximum', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3700 }), fc.integer({ min: 1, max: 8 }), (days, most) => {
        const labels = getLabels('2016-11-21', days, most)
        expect(labels.length).toBeGreaterThan(0)
        expect(labels.length).toBeLessThanOrEqual(most)
      }),
    )
  })
})

describe('chart points', () => {
  test('are days where they fit, else weeks or months', () => {
    expect(chooseInterval(30, 440)).toBe('day')
    expect(chooseInterval(730, 440)).toBe('week')
    expect(chooseInterval(3650, 440)).toBe('month')
  })

  test('have the average of the days of a week from Monday, also of an incomplete first and last week', () => {
    const points = groupPoints(createSeries('2026-10-24', 10), 'week')
    expect(points).toMatchObject([
      { day: '2026-10-24', days: 2, value: 0.5 },
      { day: '2026-10-26', days: 7, value: 5 },
      { day: '2026-11-02', days: 1, value: 9 },
    ])
    expect(points.map((point) => formatPoint(point, 'week'))).toEqual([
      ...['24 Oct – 25 Oct 2026', '26 Oct – 1 Nov 2026', 'Mon, 2 Nov 2026'],
    ])
  })

  test('have the average of the earlier days at the same places', () => {
    const series = createSeries('2026-10-26', 3).map((entry, index) => ({
      ...entry,
      before: index === 2 ? undefined : { day: addDays('2026-09-28', index), value: 10 * index },
    }))
    expect(groupPoints(series, 'week')).toMatchObject([{ compared: 5, before: { day: '2026-09-28', days: 2 } }])
    expect(groupPoints(series, 'day').map(({ compared }) => compared)).toEqual([0, 10, null])
  })

  test('are calendar months for long ranges', () => {
    const points = groupPoints(createSeries('2026-10-30', 4), 'month')
    expect(points.map((point) => [formatPoint(point, 'month'), point.days])).toEqual([
      ['Oct 2026', 2],
      ['Nov 2026', 2],
    ])
  })

  test('are named by their days', () => {
    const [point] = groupPoints(createSeries('2026-10-31', 1), 'day')
    expect(point && [formatPoint(point, 'day'), formatShortPoint(point, 'day')]).toEqual(['Sat, 31 Oct 2026', '31 Oct'])
  })

  test('are all hours of a day, also one that the clocks repeat, and those to come without a value', () => {
    const [day, hours] = ['2026-11-01', ['00:00', '01:00', '01:00']]
    const points = placeHours(hours.map((hour) => ({ day, hour, value: 1 })))
    expect(points).toHaveLength(24)
    expect(points.map(({ value }) => value).slice(0, 4)).toEqual([1, 1, 1, null])
    expect(points.at(-1)?.tick).toBe('23:00')
  })
})

describe('chart shapes', () => {
  test('exist for a single point', () => expect(drawLine([{ x: 5, y: 7 }])).toBe('M5,7Z'))

  test('are straight between two values', () => {
    const places = [
      { x: 0, y: 9 },
      { x: 10, y: 2 },
      { x: 20, y: 9 },
    ]
    expect(drawLine(places)).toBe('M0,9L10,2L20,9')
    expect(drawArea(places, 30)).toBe('M0,9L10,2L20,9L20,30L10,30L0,30Z')
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
    expect(drawSlices(slices(7)).map(({ path }) => path.match(/M/g)?.length)).toEqual([2])
    const small = drawSlices(slices(99_999, 1)).at(-1)?.path ?? ''
    // The first corner of the slice and the last one of its outer edge.
    const [x1 = 0, x2 = 0] = [...small.matchAll(/(?:M|,1,)(-?[\d.]+),/g)].map(([, x]) => Number(x))
    expect(x2 - x1).toBeGreaterThan(0.5)
    expect(drawSlices(slices(0, 0))).toEqual([])
  })
})
