import { expect, test } from 'vitest'
import { SitesSearch } from '../../contract/search/sites.ts'
import { formatPageLabel, isFiltered, withFilter, withSort } from './list-rules.ts'

const deep = SitesSearch.parse({ q: 'durban', page: 3 })

test('list: a changed filter starts at page 1 and changes nothing else (4.12, 4.15)', () => {
  expect(withFilter({ ...deep, low: false }, { low: true })).toEqual({ ...deep, low: true, page: 1 })
  expect(withFilter(deep, { q: '' })).toEqual({ ...deep, q: '', page: 1 })
})

test('list: sorting the same column again toggles the direction (4.16)', () => {
  expect(withSort(deep, 'sitename')).toEqual({ ...deep, dir: 'desc', page: 1 })
  expect(withSort(withSort(deep, 'sitename'), 'sitename')).toEqual({ ...deep, page: 1 })
})

test('list: a new column starts ascending, or in its own first direction (4.17)', () => {
  const search = withSort(deep, 'sitename')
  expect(withSort(search, 'employees')).toMatchObject({ sort: 'employees', dir: 'asc', page: 1 })
  expect(withSort(search, 'location', 'desc')).toMatchObject({ sort: 'location', dir: 'desc', page: 1 })
})

test('list: the pager shows page, pages and results', () => {
  expect(formatPageLabel({ page: 2, pages: 15, results: 142 })).toBe('Page 2 / 15 • 142 results')
  expect(formatPageLabel({ page: 1, pages: 1, results: 0 })).toBe('Page 1 / 1 • 0 results')
  expect(formatPageLabel({ page: 1, pages: 1235, results: 12_345 })).toBe('Page 1 / 1\u00a0235 • 12\u00a0345 results')
})

test('list: a value that differs from the unfiltered one is a filter, of lists of ids too', () => {
  const unfiltered: { q: string; siteid?: number | undefined; sites: number[] } = { q: '', siteid: undefined, sites: [] }
  expect(isFiltered({ ...deep, ...unfiltered }, unfiltered)).toBe(false)
  for (const filter of [{ q: 'x' }, { siteid: 3 }, { sites: [1] }])
    expect(isFiltered({ ...deep, ...unfiltered, ...filter }, unfiltered)).toBe(true)
})
