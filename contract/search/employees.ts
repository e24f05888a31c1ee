import { z } from 'zod'
import { OptionalId } from '../shared/fields.ts'
import { listInput } from '../shared/list.ts'

export const EmployeesSearch = listInput(['lastname', 'position', 'site', 'status', 'hiredate'], {
  /** Every site without it. */
  siteid: OptionalId,
  status: z.enum(['all', 'enabled', 'disabled']).default('all'),
})
export type EmployeesSearch = z.output<typeof EmployeesSearch>
