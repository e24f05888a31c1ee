import { keepPreviousData } from '@tanstack/react-query'
import type { AccountingInput } from '../../../contract/accounting.ts'
import { api } from '../../lib/api/api.ts'
import { stringifySearch } from '../../lib/url/url-search.ts'

export const accountingQuery = (input: AccountingInput) =>
  api.accounting.preview.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

export const accountsQuery = () => api.accounting.settings.queryOptions()

export const getExportUrl = (input: AccountingInput) => `/api/v1/reports/accounting.csv${stringifySearch(input)}`
