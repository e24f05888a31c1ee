import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { Employee, type EmployeeInput, type NewEmployee } from '../../../contract/employees.ts'
import type { RightInput } from '../../../contract/rights.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

export type Account = Pick<NewEmployee, 'email' | 'password'>

type SetRight = { employeeid: number; right: RightInput | null }

type Save = {
  input: EmployeeInput
  /** The login of a new employee. */
  account: Account
  request_id: string
  opened?: Pick<Employee, 'employeeid' | 'version'>
}

/** Adds an employee with a login, or updates the opened one, and returns the id. `request_id` is the idempotency key of an addition. */
export const useSaveEmployee = () =>
  useSave(async ({ input, account, request_id, opened }: Save) => {
    if (!opened) {
      const { employeeid, user_id } = await client.employees.create({ ...input, ...account, request_id })
      if (!user_id) throw new ORPCError('NO_USER_ID', { message: 'User creation succeeded but no user ID returned.' })
      return employeeid
    }
    const { employeeid, version } = opened
    const intended = input.isenabled ? { ...input, disablereason: '' } : input // the server clears the reason
    await client.employees.update({ ...input, employeeid, opened: { version } }).catch(acceptIfAlreadySaved(Employee, intended))
    return employeeid
  }, useInvalidateEmployees())

export const useRemoveEmployee = () =>
  useSave(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }), useInvalidateEmployees())

export const useSetRight = () => useSave((input: SetRight) => client.employees.setRight(input), useInvalidateEmployees())

export const useMakeAnonymous = () =>
  useSave(
    ({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.makeAnonymous({ employeeid }),
    useInvalidateEmployees(),
  )

export const useImportEmployees = () => useSave(client.employees.imports.confirm, useInvalidateEmployees())

/** Sales and the dashboard show the names of employees, sites their number. Only the list is waited for. */
function useInvalidateEmployees() {
  const queries = useQueryClient()
  return () => {
    for (const noun of [api.dashboard, api.sales, api.sites]) void queries.invalidateQueries({ queryKey: noun.key() })
    return queries.invalidateQueries({ queryKey: api.employees.key() })
  }
}
