import { keepPreviousData } from '@tanstack/react-query'
import type { ChangesSearch } from '../../../contract/search/changes.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export type Search = ChangesSearch

export const listQuery = (search: Search) =>
  api.changes.list.infiniteOptions({
    input: (before: number | undefined) => ({ ...search, before }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })

export const getExportUrl = (search: Search) => `/api/v1/changes.csv${stringifySearch(search)}`

export const isFiltered = (search: Search) => Object.values(search).some((value) => value !== undefined)
