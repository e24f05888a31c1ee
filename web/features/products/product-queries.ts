import { keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { ProductsSearch } from '../../../contract/search/products.ts'
import { Id, Text } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = ProductsSearch

/** What opens a dialog, for links of other screens: `product` edits a product, `add` adds one with a barcode. */
export const ProductsUrl = ProductsSearch.extend({
  product: z.coerce.number().pipe(Id).optional(),
  add: Text.trim().min(1).max(64).optional(),
})

/** Sales change the stock, so the list follows them. */
export const listQuery = (search: Search) =>
  api.products.list.queryOptions({ input: search, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const EXPORT_PATH = '/api/v1/products.csv'

/** A CSV file with the column titles of an import. */
export const TEMPLATE_URL = '/api/v1/products/imports/template.csv'

/** All filtered products as a file, in the order of the list. */
export const getExportUrl = ({ q, sort, dir, low, no_cost, category, supplier, siteid }: Search) =>
  `${EXPORT_PATH}${stringifySearch({ q, sort, dir, low: low || undefined, no_cost: no_cost || undefined, category, supplier, siteid })}`

export const UNFILTERED = { q: '', low: false, no_cost: false, category: '', supplier: '', siteid: undefined } as const

export const isFiltered = ({ q, low, no_cost, category, supplier, siteid }: Search) =>
  q !== '' || low || no_cost || category !== '' || supplier !== '' || siteid !== undefined
