import { keepPreviousData } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import type { toInput } from './sale-report-links.ts'

export const saleReportQuery = (input: ReturnType<typeof toInput>) =>
  api.saleReports.get.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })
