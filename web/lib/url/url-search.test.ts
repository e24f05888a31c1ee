import { expect, test } from 'vitest'
import { SaleDialogUrl, SalesSearch } from '../../../contract/search/sales.ts'
import { SitesSearch } from '../../../contract/search/sites.ts'
import { parseSearch, rangedSearch, stringifySearch, urlSearch } from './url-search.ts'

const read = (search: string) => urlSearch(SitesSearch).validateSearch(parseSearch(search) as never)

test('URL search: without parameters has the defaults', () => {
  expect(read('')).toEqual({ q: '', sort: 'sitename', dir: 'asc', page: 1 })
})

test('URL search: digits stay text in a text field, and become a number in a number field', () => {
  expect(read('?q=123&page=4')).toEqual({ q: '123', sort: 'sitename', dir: 'asc', page: 4 })
})

test('URL search: an invalid value is ignored, and the others are kept', () => {
  expect(read('?q=durban&page=minus&sort=colour&utm_source=mail&constructor=x')).toEqual({
    q: 'durban',
    sort: 'sitename',
    dir: 'asc',
    page: 1,
  })
})

test('URL search: a range is kept with the other parameters, and an invalid one is ignored', () => {
  const ranged = (search: string) => rangedSearch(SalesSearch).validateSearch(parseSearch(search) as never)
  const opened = {
    q: '',
    small: false,
    refunds: false,
    sites: [],
    employees: [],
    products: [],
    categories: [],
    suppliers: [],
    vat_rates: [],
    payment_method: '',
    sort: 'saledate',
    dir: 'desc',
    page: 1,
  }
  expect(ranged('?small=true&range=7D')).toEqual({ ...opened, small: true, range: '7D' })
  expect(ranged('?page=2&from=2026-06-18&to=2026-06-01')).toEqual({ ...opened, page: 2, from: '2026-06-01', to: '2026-06-18' })
  expect(ranged('?range=90D&from=x&small=maybe')).toEqual(opened)
})

test('URL search: the parameter of a dialog is valid or ignored, and not part of the search of the list', () => {
  const { validateSearch, loaderDeps } = rangedSearch(SalesSearch, SaleDialogUrl)
  const ranged = (search: string) => validateSearch(parseSearch(search) as never)
  expect(ranged('?sale=42&page=2')).toMatchObject({ sale: 42, page: 2 })
  expect(ranged('?sale=0').sale).toBeUndefined()
  expect(loaderDeps({ search: ranged('?sale=42&page=2') })).toEqual(ranged('?page=2'))
})

test('URL search: empty and missing values are not written', () => {
  expect(stringifySearch({ q: '', page: undefined })).toBe('')
  expect(stringifySearch({ q: 'a & b', page: 2 })).toBe('?q=a+%26+b&page=2')
})

test('URL search: written values are read back', () => {
  const search = { q: '50% “off” + ü', page: '3' }
  expect(parseSearch(stringifySearch(search))).toEqual(search)
})
