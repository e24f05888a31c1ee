import type { Employee, EmployeeInput } from '../../../contract/employees.ts'
import type { Session } from '../../auth/session.ts'

type Role = Session['role'] | undefined

const OWNER_LOSS =
  'You own the business. Everyone else with the role Owner could then change it and download its data. To choose one person, first hand it over in Settings.'

const joinOwnerLoss = (loss: string, role: Role) => (role === 'owner' ? `${loss} ${OWNER_LOSS}` : loss)

/** Asked before a person takes the own access away. */
export const createAccessQuestion = (role: Role) => ({
  title: 'Give up your access?',
  text: joinOwnerLoss('You are signed out until another owner changes it back.', role),
  action: 'Save and sign out',
})

export const describeOwnDeletion = (role: Role) =>
  joinOwnerLoss('This is your own record. You are signed out and your login is deleted.', role)

export const OWN_DELETION = 'You are signed out, because you deleted your own employee record and login.'

/** Why the person is signed out after the own record is saved like this; undefined when the access stays. */
export function findAccessLoss(employee: Employee | undefined, { position, isenabled }: EmployeeInput) {
  if (!employee?.is_caller) return undefined
  if (!isenabled) return 'You are signed out, because you disabled your own login. Another owner can enable it.'
  if (position === 'Owner') return undefined
  return 'You are signed out, because your role is no longer Owner. Another owner can change it back.'
}
