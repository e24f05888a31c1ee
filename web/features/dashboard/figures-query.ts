import { keepPreviousData } from '@tanstack/react-query'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'

export const figuresQuery = (input: DateRange) =>
  api.dashboard.figures.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })
