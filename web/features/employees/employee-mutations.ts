import { ORPCError } from '@orpc/client'
import { useQueryClient } from '@tanstack/react-query'
import { Employee, type EmployeeInput } from '../../../contract/employees.ts'
import type { RightInput } from '../../../contract/rights.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'
import type { toAccount } from './employee-form.ts'

export type Account = ReturnType<typeof toAccount>

type SetRight = { employeeid: number; right: RightInput | null }

type Save = {
  input: EmployeeInput
  /** Of a new employee. */
  account: Account
  request_id: string
  opened?: Pick<Employee, 'employeeid' | 'version'>
}

/** Adds an employee, or updates the opened one, and returns the id and the invitation of a new one. `request_id` is the idempotency key of an addition. */
export const useSaveEmployee = () =>
  useSave(async ({ input, account, request_id, opened }: Save) => {
    if (!opened) {
      const { employeeid, user_id, invitation } = await client.employees.create({ ...input, ...account, request_id })
      if (!user_id && 'password' in account)
        throw new ORPCError('NO_USER_ID', { message: 'User creation succeeded but no user ID returned.' })
      return { employeeid, invitation }
    }
    const { employeeid, version } = opened
    const intended = input.isenabled ? { ...input, disablereason: '' } : input // the server clears the reason
    await client.employees.update({ ...input, employeeid, opened: { version } }).catch(acceptIfAlreadySaved(Employee, intended))
    return { employeeid, invitation: undefined }
  }, useInvalidateEmployees())

export const useRemoveEmployee = () =>
  useSave(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }), useInvalidateEmployees())

export const useSetRight = () => useSave((input: SetRight) => client.employees.setRight(input), useInvalidateEmployees())

const MAIL_FAILED = 'The mail was not sent. The invitation stays: send it again, or correct the address.'

/** Fails when the mail was not sent; the invitation stays. */
export function useInvite() {
  const invalidate = useInvalidateEmployees()
  return useSave(async (input: Parameters<typeof client.employees.invitations.create>[0]) => {
    const invitation = await client.employees.invitations.create(input)
    if (invitation.is_mailed) return
    await invalidate()
    throw new ORPCError('MAIL_FAILED', { message: MAIL_FAILED })
  }, invalidate)
}

export const useWithdraw = () => useSave(client.employees.invitations.withdraw, useInvalidateEmployees())

export const useEndAccess = () => useSave(client.employees.endAccess, useInvalidateEmployees())

export const useMakeAnonymous = () =>
  useSave(
    ({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.makeAnonymous({ employeeid }),
    useInvalidateEmployees(),
  )

export const useImportEmployees = () => useSave(client.employees.imports.confirm, useInvalidateEmployees())

/** Shown with the names or the number of employees. */
const WITH_EMPLOYEES = [api.dashboard, api.sales, api.sites, api.reports, api.stock, api.cashUps]

/** Only the list is waited for. */
function useInvalidateEmployees() {
  const queries = useQueryClient()
  return () => {
    for (const noun of WITH_EMPLOYEES) void queries.invalidateQueries({ queryKey: noun.key() })
    return queries.invalidateQueries({ queryKey: api.employees.key() })
  }
}
