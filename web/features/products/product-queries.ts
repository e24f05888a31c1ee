import { keepPreviousData } from '@tanstack/react-query'
import type { ProductsSearch } from '../../../contract/search/products.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = ProductsSearch

/** Sales change the stock, so the list follows them. */
export const listQuery = (search: Search) =>
  api.products.list.queryOptions({ input: search, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

const SIMILAR_FOR_MS = 5 * 60_000

/**
 * The first products that are probably the same, and how many. It reads all products, so a change of one does not read it again: it is off
 * until it is old.
 */
export const similarQuery = (hasSites: boolean) =>
  api.products.probablySame.queryOptions({
    input: { page: 1 },
    enabled: ({ state }) => hasSites && Date.now() - state.dataUpdatedAt > SIMILAR_FOR_MS,
  })

export const EXPORT_PATH = '/api/v1/products.csv'

/** A CSV file with the column titles of an import. */
export const TEMPLATE_URL = '/api/v1/products/imports/template.csv'

/** All filtered products as a file, in the order of the list. */
export const getExportUrl = ({ q, sort, dir, low, no_cost, category, supplier, siteid }: Search) =>
  `${EXPORT_PATH}${stringifySearch({ q, sort, dir, low: low || undefined, no_cost: no_cost || undefined, category, supplier, siteid })}`

export const UNFILTERED = { q: '', low: false, no_cost: false, category: '', supplier: '', siteid: undefined } as const
