import { expect, test } from 'vitest'
import { z } from 'zod'
import { listInput } from '../../contract/list.ts'
import { SitesSearch } from '../../contract/sites.ts'
import { fromUrl, pageLabel, withFilter, withSort } from './list-rules.ts'

const deep = SitesSearch.parse({ q: 'durban', page: 3 })

test('a changed filter starts at page 1 and leaves the rest alone', () => {
  expect(withFilter({ ...deep, low: false }, { low: true })).toEqual({ ...deep, low: true, page: 1 })
  expect(withFilter(deep, { q: '' })).toEqual({ ...deep, q: '', page: 1 })
})

test('sorting the same column again toggles the direction', () => {
  expect(withSort(deep, 'sitename')).toEqual({ ...deep, dir: 'desc', page: 1 })
  expect(withSort(withSort(deep, 'sitename'), 'sitename')).toEqual({ ...deep, page: 1 })
})

test('a new column starts ascending, or in its own first direction', () => {
  const search = withSort(deep, 'sitename')
  expect(withSort(search, 'employees')).toMatchObject({ sort: 'employees', dir: 'asc', page: 1 })
  expect(withSort(search, 'location', 'desc')).toMatchObject({ sort: 'location', dir: 'desc', page: 1 })
})

test('the pager says where it is', () => {
  expect(pageLabel({ page: 2, pages: 15, results: 142 })).toBe('Page 2 / 15 • 142 results')
  expect(pageLabel({ page: 1, pages: 1, results: 0 })).toBe('Page 1 / 1 • 0 results')
})

const sitesFromUrl = (params: object) => fromUrl(SitesSearch).parse(params)

test('an empty URL is the default list', () => {
  expect(sitesFromUrl({})).toEqual({ q: '', sort: 'sitename', dir: 'asc', page: 1 })
})

test('what the URL says well is kept, beside what it says badly', () => {
  expect(sitesFromUrl({ q: 'kloof', sort: 'price', dir: 'up', page: -4, constructor: 'x', utm: 1 })).toEqual({
    q: 'kloof',
    sort: 'sitename',
    dir: 'asc',
    page: 1,
  })
  expect(sitesFromUrl({ q: { a: 1 }, sort: ['location'], dir: null, page: 'two' })).toEqual(sitesFromUrl({}))
  expect(sitesFromUrl({ q: 'x'.repeat(101), page: '2' })).toEqual({ ...sitesFromUrl({}), page: 2 })
})

test('digits in the search are text', () => {
  expect(sitesFromUrl({ q: 1042 }).q).toBe('1042')
  expect(sitesFromUrl({ q: true }).q).toBe('true')
})

test("a screen's own filters are read alike", () => {
  const schema = fromUrl(listInput(['productname', 'price'], { low: z.boolean().default(false) }))
  expect(schema.parse({ low: true, sort: 'price' })).toMatchObject({ low: true, sort: 'price' })
  expect(schema.parse({ low: 'yes' })).toMatchObject({ low: false })
})
