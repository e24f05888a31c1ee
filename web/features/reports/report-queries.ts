import { keepPreviousData } from '@tanstack/react-query'
import type { Comparison } from '../../../contract/search/filters.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'
import { type Search, toInput } from './report-search.ts'

export const reportQuery = (search: Search, dates: DateRange, compare: Comparison) =>
  api.reports.get.queryOptions({
    input: toInput(search, dates, compare),
    placeholderData: keepPreviousData,
    meta: { changesWith: 'sales' },
  })

/** Whether all rows add up: neither the page, a search nor a comparison changes it. */
export const agreementQuery = (search: Search, dates: DateRange) =>
  api.reports.agreement.queryOptions({
    input: toInput({ ...search, page: 1, q: '' }, dates, 'off'),
    meta: { changesWith: 'sales' },
  })

export const savedReportsQuery = () => api.reports.saved.list.queryOptions()
