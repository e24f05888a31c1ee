import { expect, test } from 'vitest'
import { EmployeesSearch } from '../../contract/search/employees.ts'
import { ProductsSearch } from '../../contract/search/products.ts'
import { getSelectionKey, withKeys } from './use-selection.ts'

const products = ProductsSearch.parse({ q: 'tea' })
const search = EmployeesSearch.parse({ q: 'dube' })

test('selection: is kept on another page and with other rows per page, and cleared by another search, filter or order (4.12)', () => {
  expect(getSelectionKey({ ...search, page: 7 })).toBe(getSelectionKey(search))
  expect(getSelectionKey({ ...products, per_page: 100 })).toBe(getSelectionKey(products))
  for (const other of [{ q: 'dub' }, { sort: 'site' }, { dir: 'desc' }, { siteid: 3 }, { status: 'disabled' }])
    expect(getSelectionKey(EmployeesSearch.parse({ ...search, ...other })), JSON.stringify(other)).not.toBe(
      getSelectionKey(search),
    )
})

test('selection: rows are selected and cleared one by one and by page, and others are unchanged', () => {
  const some = withKeys(new Set([1]), [2, 3], true)
  expect([...some]).toEqual([1, 2, 3])
  expect([...withKeys(some, [3, 4], true)]).toEqual([1, 2, 3, 4])
  expect([...withKeys(some, [1, 3, 9], false)]).toEqual([2])
  expect([...some]).toEqual([1, 2, 3])
})
