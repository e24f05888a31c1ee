import type { z } from 'zod'
import { listInput } from '../shared/list.ts'

export const SuppliersSearch = listInput(['name', 'products', 'lead_time_days', 'minimum_order', 'email', 'phone'], {})
export type SuppliersSearch = z.output<typeof SuppliersSearch>
