import { expect, test } from 'vitest'
import { SalesSearch } from '../../../contract/sales.ts'
import { SitesSearch } from '../../../contract/sites.ts'
import { parseSearch, rangedSearch, stringifySearch, urlSearch } from './url-search.ts'

const read = (search: string) => urlSearch(SitesSearch).validateSearch(parseSearch(search) as never)

test('nothing in the address is the list as it opens', () => {
  expect(read('')).toEqual({ q: '', sort: 'sitename', dir: 'asc', page: 1 })
})

test('digits stay the text they are where text is wanted, and become a number where one is', () => {
  expect(read('?q=123&page=4')).toEqual({ q: '123', sort: 'sitename', dir: 'asc', page: 4 })
})

test('nonsense counts as not given, and spoils nothing beside it', () => {
  expect(read('?q=durban&page=minus&sort=colour&utm_source=mail&constructor=x')).toEqual({
    q: 'durban',
    sort: 'sitename',
    dir: 'asc',
    page: 1,
  })
})

test('a list of what happened in a range keeps it beside the rest, and forgets one that makes no sense', () => {
  const ranged = (search: string) => rangedSearch(SalesSearch).validateSearch(parseSearch(search) as never)
  const opened = { q: '', small: false, sort: 'saledate', dir: 'desc', page: 1 }
  expect(ranged('?small=true&range=7D')).toEqual({ ...opened, small: true, range: '7D' })
  expect(ranged('?page=2&from=2026-06-18&to=2026-06-01')).toEqual({ ...opened, page: 2, from: '2026-06-01', to: '2026-06-18' })
  expect(ranged('?range=90D&from=x&small=maybe')).toEqual(opened)
})

test('what is empty or missing is not written', () => {
  expect(stringifySearch({ q: '', page: undefined })).toBe('')
  expect(stringifySearch({ q: 'a & b', page: 2 })).toBe('?q=a+%26+b&page=2')
})

test('what was written is read again', () => {
  const search = { q: '50% “off” + ü', page: '3' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})
