import type { DateRange } from '../../contract/fields.ts'
import { api } from '../lib/api.ts'

export const figuresQuery = (input: DateRange) => api.dashboard.figures.queryOptions({ input, meta: { changesWith: 'sales' } })
