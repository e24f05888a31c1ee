import { keepPreviousData } from '@tanstack/react-query'
import type { SuppliersSearch } from '../../../contract/search/suppliers.ts'
import { api } from '../../lib/api/api.ts'

export type Search = SuppliersSearch

export const listQuery = (search: Search) => api.suppliers.list.queryOptions({ input: search, placeholderData: keepPreviousData })

export const UNFILTERED = { q: '' } as const
