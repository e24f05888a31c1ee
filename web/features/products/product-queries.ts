import { keepPreviousData } from '@tanstack/react-query'
import type { ProductsSearch } from '../../../contract/products.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = ProductsSearch

/** Sales change the stock, so the list follows them. */
export const listQuery = (search: Search) =>
  api.products.list.queryOptions({ input: search, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const EXPORT_PATH = '/api/v1/products.csv'

/** All filtered products as a file, in the order of the list. */
export const getExportUrl = ({ q, sort, dir, low, category, supplier }: Search) =>
  `${EXPORT_PATH}${stringifySearch({ q, sort, dir, low: low || undefined, category, supplier })}`

export const UNFILTERED = { q: '', low: false, category: '', supplier: '' } as const

export const isFiltered = ({ q, low, category, supplier }: Search) => q !== '' || low || category !== '' || supplier !== ''
