import { keepPreviousData } from '@tanstack/react-query'
import type { SitesSearch } from '../../../contract/search/sites.ts'
import { api } from '../../lib/api/api.ts'

export type Search = SitesSearch

export const listQuery = (search: Search) => api.sites.list.queryOptions({ input: search, placeholderData: keepPreviousData })

export const UNFILTERED = { q: '' } as const

export const isFiltered = ({ q }: Search) => q !== ''
