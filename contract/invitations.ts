import { oc } from '@orpc/contract'
import { z } from 'zod'
import { GivenRight, RightInput } from './rights.ts'
import { ACCOUNT_INCOMPLETE, Email, NewPassword, TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, NO_SITE, NOT_FOUND, NOT_PROVEN } from './shared/errors.ts'
import { Id } from './shared/fields.ts'

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7

/** An employee without a login who was invited by e-mail. */
export const Invitation = z.object({
  email: z.string(),
  expires_at: z.date(),
  /** Whether the link still works: not after a week, nor when the person who sent it may not send it any more. */
  is_open: z.boolean(),
  is_mailed: z.boolean(),
  /** Without it the person gets everything, with the position Owner. */
  right: GivenRight.optional(),
})
export type Invitation = z.infer<typeof Invitation>

export const invitationErrors = {
  /** Also for a taken e-mail address: the answer is the same as for a new login. */
  NOT_CREATED: { status: 422, message: 'Could not create account' },
  OWNER_ONLY: { status: 403, message: 'Only the owner can change permissions.' },
  NO_SITE,
  NOT_PROVEN,
  TOO_MANY_ATTEMPTS,
} as const

const HAS_LOGIN = { status: 409, message: 'This person already has a login.' } as const
const DISABLED = { status: 409, message: 'This employee is disabled. Enable the record first.' } as const
const NO_RIGHT = { status: 422, message: 'Choose what this person may do.' } as const
const ANONYMOUS = { status: 409, message: 'This person is anonymous and cannot be changed.' } as const
const TILL_EMPLOYEE = { status: 409, message: 'This employee stands for a till, not a person.' } as const

const EMAIL = 'Enter the e-mail address.'
export const InvitedEmail = z.string(EMAIL).trim().min(1, EMAIL).pipe(Email)

/** Whom to invite. `right` is left out for the position Owner, which includes everything. */
export const InvitationInput = z.strictObject({ email: InvitedEmail, right: RightInput.optional() })
export type InvitationInput = z.output<typeof InvitationInput>

/** The form of an invited person; `confirm` is not sent. */
export const InvitationForm = z
  .object({ password: z.string().min(1, ACCOUNT_INCOMPLETE).pipe(NewPassword), confirm: z.string().min(1, ACCOUNT_INCOMPLETE) })
  .refine(({ password, confirm }) => password === confirm, { error: ACCOUNT_INCOMPLETE, path: ['confirm'] })

const employeeid = z.coerce.number().pipe(Id)
const route = oc.errors(dataErrors)
const tags = ['Employees']

export const employeeInvitations = {
  create: route
    .route({
      method: 'PUT',
      path: '/employees/{employeeid}/invitation',
      summary: 'Invite an employee without a login by e-mail',
      description: `The link works once, for ${INVITATION_DAYS} days. An invitation that is sent again has a new link, and the earlier one works no more. A right is given by the owner.`,
      tags,
    })
    .input(InvitationInput.extend({ employeeid }))
    .output(Invitation)
    .errors({ ...invitationErrors, NOT_FOUND, HAS_LOGIN, DISABLED, NO_RIGHT, ANONYMOUS, TILL_EMPLOYEE }),
  withdraw: route
    .route({
      method: 'DELETE',
      path: '/employees/{employeeid}/invitation',
      summary: 'Withdraw an invitation: its link works no more',
      tags,
    })
    .input(z.strictObject({ employeeid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
