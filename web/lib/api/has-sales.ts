import { addDays } from '../format/dates.ts'
import { api } from './api.ts'

/** Just under the longest range a call takes: a business that sold nothing for ten years counts as one that never did. */
const FAR_BACK_DAYS = 3650

/** The sales of ten years, newest first, of which the first page tells whether there were any, and when. */
export const hasSalesQuery = (today: string) =>
  api.sales.list.queryOptions({
    input: { from: addDays(today, -FAR_BACK_DAYS), to: today },
    meta: { changesWith: 'sales' },
  })
