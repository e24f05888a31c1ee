import type { DateRange } from '../../../contract/shared/fields.ts'
import { addDays } from '../format/dates.ts'
import { api } from './api.ts'

/** The longest range that a call accepts, less a few days. */
const LONGEST_RANGE_DAYS = 3650

export const getAllDates = (today: string): DateRange => ({ from: addDays(today, -LONGEST_RANGE_DAYS), to: today })

/** The latest sales of ten years: whether the business has any, and when the last one was. */
export const hasSalesQuery = (today: string) =>
  api.sales.list.queryOptions({
    input: getAllDates(today),
    meta: { changesWith: 'sales' },
  })
