import { describe, expect, test } from 'vitest'
import { choiceOf, datesOf, RangeSearch, searchOf } from './ranges.ts'

const TODAY = '2026-11-20'

describe('quick ranges end today and include it', () => {
  test.each([
    ['7D', '2026-11-14'],
    ['30D', '2026-10-22'],
    ['MTD', '2026-11-01'],
    ['YTD', '2026-01-01'],
  ] as const)('%s', (range, from) => expect(datesOf(range, TODAY)).toEqual({ from, to: TODAY }))

  test('MTD on the first and YTD on 1 January are one day', () => {
    expect(datesOf('MTD', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-01' })
    expect(datesOf('YTD', '2026-01-01')).toEqual({ from: '2026-01-01', to: '2026-01-01' })
  })
})

describe('in the URL', () => {
  test('the default leaves no trace', () => {
    expect(searchOf('30D')).toEqual({})
    expect(RangeSearch.parse({ range: '30D' })).toEqual({})
    expect(choiceOf({})).toBe('30D')
  })

  test('a choice survives the URL', () => {
    for (const choice of ['7D', 'MTD', 'YTD', { from: '2026-01-05', to: '2026-01-05' }] as const)
      expect(choiceOf(RangeSearch.parse(searchOf(choice)))).toEqual(choice)
  })

  test('a reversed pick is turned round', () => {
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
    { from: '2015-01-01', to: '2026-01-01' },
    { from: null, to: {} },
    'nonsense',
    null,
  ])('%j shows the default', (search) => expect(RangeSearch.parse(search)).toEqual({}))

  test('ten years are the most', () => {
    expect(RangeSearch.parse({ from: '2016-01-01', to: '2025-12-31' })).not.toEqual({})
    expect(RangeSearch.parse({ from: '2016-01-01', to: '2026-01-01' })).toEqual({})
  })
})
