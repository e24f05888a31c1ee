import { keepPreviousData } from '@tanstack/react-query'
import type { SitesSearch } from '../../../contract/search/sites.ts'
import { api, refetchPolicy } from '../../lib/api/api.ts'

export type Search = SitesSearch

export const listQuery = (search: Search) => api.sites.list.queryOptions({ input: search, placeholderData: keepPreviousData })

/** A till falls silent without a message, so it is also read again each minute. */
const ACTIVITY_MS = 60_000

export const activityQuery = () =>
  api.sites.activity.queryOptions({ meta: { changesWith: 'sales' }, refetchInterval: refetchPolicy({ everyMs: ACTIVITY_MS }) })

export const UNFILTERED = { q: '' } as const

export const isFiltered = ({ q }: Search) => q !== ''
