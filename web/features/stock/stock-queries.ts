import { keepPreviousData } from '@tanstack/react-query'
import type { DocumentsSearch } from '../../../contract/search/stock.ts'
import { api } from '../../lib/api/api.ts'

export type Search = DocumentsSearch

export const listQuery = (search: Search) => api.stock.list.queryOptions({ input: search, placeholderData: keepPreviousData })

export const waitingQuery = () => api.stock.waiting.queryOptions()

export const documentQuery = (documentid: number) => api.stock.get.queryOptions({ input: { documentid } })

export const destinationsQuery = () => api.stock.destinations.queryOptions()

export const settingsQuery = () => api.stock.settings.queryOptions()

export const UNFILTERED = { q: '', kind: undefined, status: undefined, siteid: undefined, supplierid: undefined } as const

export const getExportUrl = (documentid: number) => `/api/v1/stock/document.csv?documentid=${documentid}`
