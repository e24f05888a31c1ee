import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { Employee, type EmployeeInput, type NewEmployee } from '../../../contract/employees.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

export type Account = Pick<NewEmployee, 'email' | 'password'>

type Save = {
  input: EmployeeInput
  /** What a new one logs in with. */
  account: Account
  request_id: string
  opened?: Pick<Employee, 'employeeid' | 'version'>
}

/** Adds an employee with a login, or changes the one that was opened. Added with the same `request_id` again, it is the same employee. */
export const useSaveEmployee = () =>
  useSave(async ({ input, account, request_id, opened }: Save) => {
    if (!opened) {
      const { user_id } = await client.employees.create({ ...input, ...account, request_id })
      if (!user_id) throw new ORPCError('NO_USER_ID', { message: 'User creation succeeded but no user ID returned.' })
      return
    }
    const { employeeid, version } = opened
    const meant = input.isenabled ? { ...input, disablereason: '' } : input // the reason is forgotten then
    await client.employees.update({ ...input, employeeid, opened: { version } }).catch(acceptIfAlreadySaved(Employee, meant))
  }, useStaleEmployees())

export const useRemoveEmployee = () =>
  useSave(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }), useStaleEmployees())

/** Sales and the dashboard name employees, sites count them. A write is done when the list shows it, so the list alone is waited for. */
function useStaleEmployees() {
  const queries = useQueryClient()
  return () => {
    for (const named of [api.dashboard, api.sales, api.sites]) void queries.invalidateQueries({ queryKey: named.key() })
    return queries.invalidateQueries({ queryKey: api.employees.key() })
  }
}
