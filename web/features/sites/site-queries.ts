import { keepPreviousData } from '@tanstack/react-query'
import type { SitesSearch } from '../../../contract/search/sites.ts'
import { api, refetchPolicy } from '../../lib/api/api.ts'

export type Search = SitesSearch

export const listQuery = (search: Search) => api.sites.list.queryOptions({ input: search, placeholderData: keepPreviousData })

/** A till falls silent without a message of the live stream, so the stream is not followed. */
const ACTIVITY_MS = 20_000

export const activityQuery = () => api.sites.activity.queryOptions({ refetchInterval: refetchPolicy({ everyMs: ACTIVITY_MS }) })

export const UNFILTERED = { q: '' } as const
