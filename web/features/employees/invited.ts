import type { Employee } from '../../../contract/employees.ts'
import type { Invitation } from '../../../contract/invitations.ts'

/** Somebody to invite, or who is invited. */
export type Invitee = Pick<Employee, 'employeeid' | 'firstname' | 'lastname' | 'position' | 'siteid' | 'invitation'>

/** What came of an invitation, in a few words. */
export function describeInvitation({ email, is_open, is_mailed }: Invitation) {
  if (!is_open) return `The invitation of ${email} has ended`
  return is_mailed ? `Invited as ${email}` : `Invited as ${email}, but the e-mail was not sent`
}
