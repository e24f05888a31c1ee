import { oc } from '@orpc/contract'
import { z } from 'zod'
import { ACCOUNT_INCOMPLETE, Credentials, Email, Password, Session, TOO_MANY_ATTEMPTS } from './session.ts'
import { Id, requiredText } from './shared/fields.ts'

const BUSINESS = 'Please enter business name and registration number.'
const SITE = 'Please fill site details.'

export const FirstName = requiredText(ACCOUNT_INCOMPLETE, 100, 'first name')
export const LastName = requiredText(ACCOUNT_INCOMPLETE, 100, 'last name')

/** The form of step 1; `confirm` is not sent. */
export const AccountForm = z
  .object({
    email: z.string().trim().min(1, ACCOUNT_INCOMPLETE),
    firstname: FirstName,
    lastname: LastName,
    password: z.string().min(1, ACCOUNT_INCOMPLETE),
    confirm: z.string().min(1, ACCOUNT_INCOMPLETE),
  })
  .refine(({ password, confirm }) => password === confirm, { error: ACCOUNT_INCOMPLETE, path: ['confirm'] })

/** p_name and p_reg are the specification's names. */
export const BusinessInput = z.strictObject({
  p_name: requiredText(BUSINESS, 200, 'business name'),
  p_reg: requiredText(BUSINESS, 100, 'registration number'),
})

export const SignupSiteInput = z.strictObject({
  sitename: requiredText(SITE, 200, 'primary site name'),
  location: requiredText(SITE, 300, 'location'),
})

export const Plan = z.object({
  subscriptionid: Id,
  name: z.string(),
  description: z.string(),
  price: z.number(),
  currency: z.string(),
  billing_period: z.string(),
  is_active: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

export const PlanInput = z.strictObject({ subscriptionid: Id })

/** The saved steps, for step 5 and for Back. Null for a step that is not saved. */
export const Review = z.object({
  owner: z.object({
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    employeeid: z.number().nullable(),
    siteid: z.number().nullable(),
  }),
  business: z.object({ id: z.string(), name: z.string(), registration_number: z.string() }).nullable(),
  site: z.object({ siteid: z.number(), sitename: z.string(), location: z.string() }).nullable(),
  plan: Plan.extend({
    /** The business_subscriptions row. */
    id: z.string(),
    /** Null for a plan without a trial. */
    trial_ends_at: z.date().nullable(),
  }).nullable(),
})
export type Review = z.infer<typeof Review>

export const NOT_SIGNED_IN = { status: 401, message: 'You’re not signed in. Please log in and try again.' } as const
export const NO_BUSINESS = { status: 409, message: 'Business not found' } as const
/** Steps 2 to 5 are for an unfinished sign-up. */
export const ALREADY_FINISHED = { status: 409, message: 'This sign-up is finished. Please log in.' } as const

const step = oc.errors({ NOT_SIGNED_IN, ALREADY_FINISHED })

/** The specification's server function create-user, served at /api/functions/create-user. */
export const createUser = oc
  .route({ path: '/functions/create-user', summary: 'create-user: create a login for an e-mail address', tags: ['Sign-up'] })
  .input(Credentials)
  .output(z.object({ user: z.object({ id: z.string() }) }))
  .errors({
    NOT_CREATED: { status: 422, message: 'Could not create account' },
    SIGN_UP_CLOSED: { status: 403, message: 'This server takes no new accounts. Ask its operator for one.' },
    TOO_MANY_ATTEMPTS,
  })

/** The specification's procedure, served at /api/rpc/rpc_create_business. A second call changes the values and returns the same id. */
export const rpc_create_business = step
  .route({
    path: '/rpc/rpc_create_business',
    summary: 'rpc_create_business: create the business of the signed-in user',
    tags: ['Sign-up'],
  })
  .input(BusinessInput)
  .output(z.string())

export const signup = {
  createUser,
  plans: oc
    .route({ method: 'GET', path: '/plans', summary: 'The active plans, cheapest first', tags: ['Sign-up'] })
    .output(z.array(Plan)),
  /** Signs in the user of an unfinished sign-up and saves the name for the owner's employee record. */
  start: oc
    .route({ path: '/signup', summary: 'Start or continue a sign-up; sets a session cookie', tags: ['Sign-up'] })
    .input(
      z.strictObject({
        email: Email,
        password: Password,
        firstname: FirstName,
        lastname: LastName,
      }),
    )
    .output(Session)
    .errors({
      /** Also for a finished account: the answer must not reveal which e-mail addresses exist. */
      NOT_STARTED: { status: 401, message: 'Could not create account' },
      TOO_MANY_ATTEMPTS,
    }),
  createSite: step
    .route({ method: 'PUT', path: '/signup/site', summary: 'The primary site', tags: ['Sign-up'] })
    .input(SignupSiteInput)
    .output(z.object({ siteid: Id }))
    .errors({ NO_BUSINESS }),
  choosePlan: step
    .route({ method: 'PUT', path: '/signup/plan', summary: 'The plan', tags: ['Sign-up'] })
    .input(PlanInput)
    .output(z.object({ id: z.string() }))
    .errors({ NO_BUSINESS, NO_PLAN: { status: 422, message: 'Please select a plan.' } }),
  review: oc
    .route({ method: 'GET', path: '/signup', summary: 'The saved steps', tags: ['Sign-up'] })
    .errors({ NOT_SIGNED_IN })
    .output(Review),
  finish: step
    .route({ path: '/signup/finish', summary: 'Finish the sign-up', tags: ['Sign-up'] })
    .output(z.void())
    .errors({ NO_BUSINESS }),
}
