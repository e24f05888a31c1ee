import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { Employee, type EmployeeInput, type NewEmployee } from '../../contract/employees.ts'
import { api, client } from '../lib/api.ts'
import { unlessSaved } from '../lib/meanwhile.ts'
import { useWrite } from '../lib/use-write.ts'

/** Adds an employee with a login; the same `request_id` again gives the same employee. */
export const useAddEmployee = () =>
  useWrite(async (input: NewEmployee & { request_id: string }) => {
    const { user_id } = await client.employees.create(input)
    if (!user_id) throw new ORPCError('NO_USER_ID', { message: 'User creation succeeded but no user ID returned.' })
  }, useStaleEmployees())

type Update = { input: EmployeeInput; opened: Pick<Employee, 'employeeid' | 'version'> }

export const useUpdateEmployee = () =>
  useWrite(async ({ input, opened: { employeeid, version } }: Update) => {
    const forgotten = input.isenabled && { disablereason: '' }
    await client.employees
      .update({ ...input, employeeid, opened: { version } })
      .catch(unlessSaved(Employee, { ...input, ...forgotten }))
  }, useStaleEmployees())

export const useRemoveEmployee = () =>
  useWrite(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }), useStaleEmployees())

/** Sales and the dashboard name employees, sites count them. A write is done when the list shows it, so the list alone is waited for. */
function useStaleEmployees() {
  const queries = useQueryClient()
  return () => {
    for (const named of [api.dashboard, api.sales, api.sites]) void queries.invalidateQueries({ queryKey: named.key() })
    return queries.invalidateQueries({ queryKey: api.employees.key() })
  }
}
