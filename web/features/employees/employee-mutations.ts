import { ORPCError } from '@orpc/client'
import { Employee, type EmployeeInput } from '../../../contract/employees.ts'
import type { RightInput } from '../../../contract/rights.ts'
import { client } from '../../lib/api/api.ts'
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
  useSave(
    async ({ input, account, request_id, opened }: Save) => {
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
    },
    ['employees'],
  )

export const useRemoveEmployee = () =>
  useSave(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.remove({ employeeid }), ['employees'])

export const useSetRight = () => useSave((input: SetRight) => client.employees.setRight(input), ['employees'])

export const useSetPin = () => useSave(client.employees.setPin, ['employees'])

const MAIL_FAILED = 'The e-mail was not sent. Send the invitation again, or correct the address.'

/** Fails when the mail was not sent; the invitation stays. */
export const useInvite = () =>
  useSave(
    async (input: Parameters<typeof client.employees.invitations.create>[0]) => {
      const invitation = await client.employees.invitations.create(input)
      if (!invitation.is_mailed) throw new ORPCError('MAIL_FAILED', { message: MAIL_FAILED })
    },
    ['employees'],
  )

export const useWithdraw = () => useSave(client.employees.invitations.withdraw, ['employees'])

export const useEndAccess = () => useSave(client.employees.endAccess, ['employees'])

export const useMakeAnonymous = () =>
  useSave(({ employeeid }: Pick<Employee, 'employeeid'>) => client.employees.makeAnonymous({ employeeid }), ['employees'])

export const useImportEmployees = () => useSave(client.employees.imports.confirm, ['employees'])
