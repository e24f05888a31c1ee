import { describe, expect, test } from 'vitest'
import { DateRange } from '../../../contract/shared/fields.ts'
import { findPeriod, RangeSearch, toChoice, toDates, toSearch } from './ranges.ts'

const TODAY = '2026-11-20'

describe('quick ranges that end today', () => {
  test.each([
    ['7D', '2026-11-14'],
    ['30D', '2026-10-22'],
    ['MTD', '2026-11-01'],
    ['YTD', '2026-01-01'],
  ] as const)('%s (9.14)', (range, from) => expect(toDates(range, TODAY)).toEqual({ from, to: TODAY }))

  test('are one day for MTD on the first and for YTD on 1 January', () => {
    expect(toDates('MTD', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' })
    expect(toDates('YTD', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  })
})

describe('ranges inside the picker', () => {
  test.each([
    ['today', '2026-11-20', '2026-11-20'],
    ['yesterday', '2026-11-19', '2026-11-19'],
    ['this-week', '2026-11-16', '2026-11-20'],
    ['last-week', '2026-11-09', '2026-11-15'],
    ['last-month', '2026-10-01', '2026-10-31'],
    ['last-12-months', '2025-11-21', '2026-11-20'],
  ] as const)('%s is %s to %s', (range, from, to) => expect(toDates(range, TODAY)).toEqual({ from, to }))

  test('have a week that begins on Monday, and a month of the year before', () => {
    expect(toDates('this-week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
    expect(toDates('this-week', '2026-11-23')).toEqual({ from: '2026-11-23', to: '2026-11-23' })
    expect(toDates('last-month', '2026-01-31')).toEqual({ from: '2025-12-01', to: '2025-12-31' })
    expect(toDates('last-12-months', '2024-02-29')).toEqual({ from: '2023-03-01', to: '2024-02-29' })
  })
})

test('ranges that are weeks, months or years say so, and the others do not', () => {
  expect((['this-week', 'last-week', 'MTD', 'last-month', 'YTD'] as const).map(findPeriod)).toEqual([
    ...['week', 'week', 'month', 'month', 'year'],
  ])
  for (const choice of ['7D', '30D', 'today', 'last-12-months', { from: '2026-11-01', to: '2026-11-20' }] as const)
    expect(findPeriod(choice)).toBeUndefined()
})

describe('range in the URL', () => {
  test('is omitted for the default', () => {
    expect(toSearch('30D')).toEqual({})
    expect(RangeSearch.parse({ range: '30D' })).toEqual({})
    expect(toChoice({})).toBe('30D')
  })

  test('is read back as it was written', () => {
    for (const choice of ['7D', 'MTD', 'YTD', 'today', 'last-12-months', { from: '2026-01-05', to: '2026-01-05' }] as const)
      expect(toChoice(RangeSearch.parse(toSearch(choice)))).toEqual(choice)
  })

  test('is reordered when reversed', () => {
    expect(RangeSearch.parse({ from: '2026-02-01', to: '2026-01-01' })).toEqual({
      from: '2026-01-01',
      to: '2026-02-01',
    })
  })

  test.each([
    { range: '31D' },
    { range: ['7D'] },
    { from: '2026-01-01' },
    { from: '2026-02-30', to: '2026-03-01' },
    { from: 20260101, to: '2026-03-01' },
    { from: '0001-01-01', to: '2026-01-01' },
    { from: null, to: {} },
    'nonsense',
    null,
  ])('is the default when invalid: %j', (search) => expect(RangeSearch.parse(search)).toEqual({}))

  test.each([
    ['2016-01-01', '2025-12-31', '2016-01-01'],
    ['2016-01-01', '2026-01-01', '2016-01-02'],
    ['2026-01-01', '2001-05-05', '2016-01-02'],
    ['1990-01-01', '2024-02-29', '2014-03-02'],
    ['1990-01-01', '2024-02-28', '2014-03-01'],
  ])('is limited to the last ten years: %s to %s', (from, to, first) => {
    const last = from < to ? to : from
    expect(RangeSearch.parse({ from, to })).toEqual({ from: first, to: last })
    expect(DateRange.safeParse({ from: first, to: last }).success).toBe(true)
  })
})
