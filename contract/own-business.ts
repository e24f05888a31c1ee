import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ClosingHour, DifferenceLimit } from './cash-ups.ts'
import { EmployeeInput } from './employees.ts'
import { CurrentPassword, WRONG_PASSWORD } from './own-sign-in.ts'
import { TWO_STEP_PEOPLE } from './rights.ts'
import { TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { Id, OpenedVersion, requiredText } from './shared/fields.ts'
import { Plan, PlanInput } from './signup.ts'

const { firstname, lastname } = EmployeeInput.shape

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

/** A person to whom the owner can hand the business over. */
export const Successor = z.strictObject({ firstname, lastname, employeeid: Id })
export type Successor = z.infer<typeof Successor>

export const HandOver = z.strictObject({ employeeid: z.number('Choose the new owner.').pipe(Id), current: CurrentPassword })
export type HandOver = z.output<typeof HandOver>

const OWNER_ONLY = { status: 403, message: 'Only the owner can change the business and its plan.' } as const
const HAND_OVER_OWNER_ONLY = { status: 403, message: 'Only the owner can hand the business over.' } as const
const REQUIRE_OWNER_ONLY = { status: 403, message: 'Only the owner can require two-step sign-in.' } as const
const NO_SUCCESSOR = {
  status: 409,
  message: 'The business can only be handed over to an enabled employee with the role Owner and a login.',
} as const

const route = oc.errors(dataErrors)

export const ownBusiness = {
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
  requireTwoStep: route
    .route({
      method: 'PUT',
      path: '/account/two-step/rule',
      summary: 'Say of whom two-step sign-in is required; owner only',
      description:
        'A person without it can only turn it on, from the next call on. Nobody is signed out. The owner is included with `everything`.',
      tags: ['Account'],
    })
    .input(z.strictObject({ people: z.array(z.enum(TWO_STEP_PEOPLE)).max(TWO_STEP_PEOPLE.length) }))
    .output(z.void())
    .errors({ OWNER_ONLY: REQUIRE_OWNER_ONLY }),
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
