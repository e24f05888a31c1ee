import { ORPCError } from '@orpc/client'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Employee, EmployeeInput, NewEmployee } from '../../contract/employees.ts'
import { api, client } from '../lib/api.ts'
import { makesStale } from '../lib/makes-stale.ts'

/** Adds an employee with a login; the same `request_id` again gives the same employee. */
export const useAddEmployee = () =>
  useWrite(async (input: NewEmployee & { request_id: string }) => {
    const { user_id } = await client.employees.create(input)
    if (!user_id) throw new ORPCError('NO_USER_ID', { message: 'User creation succeeded but no user ID returned.' })
  })

export const useUpdateEmployee = () =>
  useWrite(
    ({ input, opened: { employeeid, version } }: { input: EmployeeInput; opened: Pick<Employee, 'employeeid' | 'version'> }) =>
      client.employees.update({ ...input, employeeid, opened: { version } }),
  )

export const useRemoveEmployee = () =>
  useWrite(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }))

/** Sales and the dashboard name employees, sites count them. A write is done when the list shows it, so the list alone is waited for. */
function useWrite<Input>(write: (input: Input) => Promise<void>) {
  const queries = useQueryClient()
  const stale = () => {
    for (const named of [api.dashboard, api.sales, api.sites]) void queries.invalidateQueries({ queryKey: named.key() })
    return queries.invalidateQueries({ queryKey: api.employees.key() })
  }
  return useMutation({ mutationFn: write, ...makesStale(stale) })
}
