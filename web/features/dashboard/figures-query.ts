import { keepPreviousData } from '@tanstack/react-query'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { api } from '../../lib/api/api.ts'

export const figuresQuery = (input: DateRange) =>
  api.dashboard.figures.queryOptions({ input, placeholderData: keepPreviousData, meta: { changesWith: 'sales' } })

/** The hours of a range of one day. Those of another day are not shown while it loads. */
export const hoursQuery = ({ from, to }: DateRange) =>
  api.dashboard.hours.queryOptions({ input: { day: from }, enabled: from === to, meta: { changesWith: 'sales' } })
