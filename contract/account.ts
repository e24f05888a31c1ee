import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ClosingHour, DifferenceLimit } from './cash-ups.ts'
import { EmployeeInput } from './employees.ts'
import { COMPARISONS } from './search/filters.ts'
import { Email, Password, SignInCode, TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { Id, OpenedVersion, requiredText } from './shared/fields.ts'
import { Plan, PlanInput } from './signup.ts'

const { firstname, lastname } = EmployeeInput.shape

export const NameInput = z.strictObject({ firstname, lastname })
export type NameInput = z.infer<typeof NameInput>

/** Of the employee record of the signed-in person. */
export const Name = NameInput.extend({ version: z.number().int() })
export type Name = z.infer<typeof Name>

export const BusinessDetailsInput = z.strictObject({
  name: requiredText('Business name is required.'),
  registration_number: requiredText('Registration number is required.', 100),
  /** Unchanged without it. */
  closing_hour: ClosingHour.optional(),
  /** Unchanged without it. */
  difference_limit: DifferenceLimit.optional(),
})
export type BusinessDetailsInput = z.infer<typeof BusinessDetailsInput>

export const BusinessDetails = BusinessDetailsInput.required().extend({ version: z.number().int() })
export type BusinessDetails = z.infer<typeof BusinessDetails>

/** The active plan of the business. */
export const ChosenPlan = Plan.extend({
  /** Null for a plan without a trial. */
  trial_ends_at: z.date().nullable(),
})
export type ChosenPlan = z.infer<typeof ChosenPlan>

/** What the signed-in person may see and change about the own sign-in and the business. */
export const Account = z.object({
  email: z.string(),
  /** Null for an owner without an employee record. */
  name: Name.nullable(),
  two_step: z.object({ is_on: z.boolean(), codes_left: z.number().int() }),
  business: BusinessDetails,
  /** Null while the sign-up has not reached the plan. */
  plan: ChosenPlan.nullable(),
  /** Whether the person may change the business details and the plan. */
  is_owner: z.boolean(),
})
export type Account = z.infer<typeof Account>

/** A person to whom the owner can hand the business over. */
export const Successor = Name.omit({ version: true }).extend({ employeeid: Id })
export type Successor = z.infer<typeof Successor>

/** A browser in which the person is signed in. */
export const AccountSession = z.object({
  id: z.string(),
  /** The User-Agent header of the sign-in. */
  user_agent: z.string(),
  ip_address: z.string(),
  signed_in_at: z.date(),
  /** Correct to the hour. */
  last_used_at: z.date(),
  /** The session of this call. */
  is_current: z.boolean(),
})
export type AccountSession = z.infer<typeof AccountSession>

const CurrentPassword = z.string().min(1, 'Enter your current password.').pipe(Password)

export const PasswordChange = z.strictObject({ current: CurrentPassword, password: Password })
export const EmailChange = z.strictObject({ email: Email, current: CurrentPassword })
export const PasswordConfirmation = z.strictObject({ current: CurrentPassword })
export const HandOver = z.strictObject({ employeeid: z.number('Choose the new owner.').pipe(Id), current: CurrentPassword })
export type HandOver = z.output<typeof HandOver>
export const CodeInput = z.strictObject({ code: SignInCode })

/** Each works once. They are shown once. */
const RecoveryCodes = z.array(z.string())

const WRONG_PASSWORD = { status: 422, message: 'This is not your current password.' } as const
const NOT_ON = { status: 409, message: 'Two-step sign-in is off.' } as const
const OWNER_ONLY = { status: 403, message: 'Only the owner can change the business and its plan.' } as const
const HAND_OVER_OWNER_ONLY = { status: 403, message: 'Only the owner can hand the business over.' } as const
const NO_SUCCESSOR = {
  status: 409,
  message: 'The business can only be handed over to an enabled employee with the role Owner and a login.',
} as const

const route = oc.errors(dataErrors)

export const account = {
  get: route
    .route({ method: 'GET', path: '/account', summary: 'The signed-in person, the business and its plan', tags: ['Account'] })
    .output(Account),
  rename: route
    .route({ method: 'PUT', path: '/account/name', summary: 'Change the own name', tags: ['Account'] })
    .input(NameInput.extend({ opened: OpenedVersion }))
    .output(z.void())
    .errors({ NOT_FOUND, VERSION_CONFLICT: versionConflict('name', Name) }),
  saveComparison: route
    .route({
      method: 'PUT',
      path: '/account/comparison',
      summary: 'What the caller compares figures with, on every device',
      tags: ['Account'],
    })
    .input(z.strictObject({ compare: z.enum(COMPARISONS) }))
    .output(z.void()),
  changePassword: route
    .route({
      method: 'PUT',
      path: '/account/password',
      summary: 'Change the own password; ends all other sessions and sets a new session cookie',
      tags: ['Account'],
    })
    .input(PasswordChange)
    .output(z.void())
    .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS }),
  requestEmailChange: route
    .route({
      path: '/account/email',
      summary: 'Mail a link that confirms a new e-mail address; the answer is the same for a taken one',
      tags: ['Account'],
    })
    .input(EmailChange)
    .output(z.void())
    .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS }),
  sessions: route
    .route({ method: 'GET', path: '/account/sessions', summary: 'The own sessions, the latest first', tags: ['Account'] })
    .output(z.array(AccountSession)),
  endSession: route
    .route({ method: 'DELETE', path: '/account/sessions/{id}', summary: 'End one of the own sessions', tags: ['Account'] })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.void())
    .errors({ NOT_FOUND }),
  endOtherSessions: route
    .route({ method: 'DELETE', path: '/account/sessions', summary: 'End all own sessions but this one', tags: ['Account'] })
    .output(z.void()),
  twoStep: {
    start: route
      .route({
        path: '/account/two-step',
        summary: 'A key for an authenticator app, and recovery codes; nothing is on yet',
        tags: ['Account'],
      })
      .input(PasswordConfirmation)
      .output(z.object({ uri: z.string(), recovery_codes: RecoveryCodes }))
      .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS, ALREADY_ON: { status: 409, message: 'Two-step sign-in is already on.' } }),
    confirm: route
      .route({
        method: 'PUT',
        path: '/account/two-step',
        summary: 'Turn two-step sign-in on with the first code of the app; sets a new session cookie',
        tags: ['Account'],
      })
      .input(CodeInput)
      .output(z.void())
      .errors({
        CODE_WRONG: { status: 422, message: 'This code is wrong. Check the time of your phone and enter the next code.' },
        TOO_MANY_ATTEMPTS,
      }),
    turnOff: route
      .route({
        path: '/account/two-step/off',
        summary: 'Turn two-step sign-in off; sets a new session cookie',
        tags: ['Account'],
      })
      .input(PasswordConfirmation)
      .output(z.void())
      .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS }),
    replaceCodes: route
      .route({
        path: '/account/two-step/recovery-codes',
        summary: 'New recovery codes in place of all others',
        tags: ['Account'],
      })
      .input(PasswordConfirmation)
      .output(z.object({ recovery_codes: RecoveryCodes }))
      .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS, NOT_ON }),
  },
  updateBusiness: route
    .route({ method: 'PUT', path: '/account/business', summary: 'Change the business details; owner only', tags: ['Account'] })
    .input(BusinessDetailsInput.extend({ opened: OpenedVersion }))
    .output(z.void())
    .errors({ OWNER_ONLY, NOT_FOUND, VERSION_CONFLICT: versionConflict('business', BusinessDetails) }),
  successors: route
    .route({
      method: 'GET',
      path: '/account/successors',
      summary: 'The people to whom the owner can hand the business over, by name',
      tags: ['Account'],
    })
    .output(z.array(Successor)),
  handOver: route
    .route({
      method: 'PUT',
      path: '/account/owner',
      summary: 'Make another person the owner of the business, and the caller an admin; owner only',
      description: 'Both are informed by e-mail.',
      tags: ['Account'],
    })
    .input(HandOver)
    .output(z.void())
    .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS, OWNER_ONLY: HAND_OVER_OWNER_ONLY, NO_SUCCESSOR }),
  choosePlan: route
    .route({
      method: 'PUT',
      path: '/account/plan',
      summary: 'Change the plan; owner only',
      description: 'A trial ends with the change, and no other one begins.',
      tags: ['Account'],
    })
    .input(PlanInput)
    .output(z.void())
    .errors({ OWNER_ONLY, NO_PLAN: { status: 422, message: 'Please select a plan.' } }),
}
