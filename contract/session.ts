import { oc } from '@orpc/contract'
import { z } from 'zod'
import { GivenRight } from './rights.ts'
import { COMPARISONS } from './search/filters.ts'
import { ProductListChoice } from './search/products.ts'
import { EMPLOYEE_PASSWORD_MIN, PASSWORD_MAX } from './shared/constants.ts'
import { dataErrors, ROLE_MESSAGES } from './shared/errors.ts'

const EMAIL = 'Please enter a valid e-mail address.'

/** Lower case, so that spelling variants are one address. */
export const Email = z.string().trim().toLowerCase().pipe(z.email(EMAIL).max(254, EMAIL))

/** Any non-empty password is accepted; the screen only shows its strength. */
export const Password = z
  .string()
  .min(1, 'Please enter a password.')
  .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters.`)

/** Of an employee, an invited person, and a person who changes the own one. The sign-up takes any, as specified; so does a mailed reset. */
export const NewPassword = Password.min(EMPLOYEE_PASSWORD_MIN, `Password must be at least ${EMPLOYEE_PASSWORD_MIN} characters.`)

/** Of a form with a password that is typed twice. */
export const ACCOUNT_INCOMPLETE = 'Please complete all fields and ensure passwords match.'

export const Credentials = z.strictObject({ email: Email, password: Password })

/** The next step of an unfinished sign-up. */
export const SignupStep = z.union([z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

export const Session = z.object({
  user: z.object({ user_id: z.string(), email: z.string() }),
  role: z.enum(['owner', 'admin', 'employee']).nullable(),
  /** Of an employee who may sign in. Owners and admins need none. */
  right: GivenRight.optional(),
  business: z.object({ id: z.string(), name: z.string(), timezone: z.string() }).nullable(),
  /** Null after sign-up, and for people whom an owner added. */
  signup_step: SignupStep.nullable(),
  /** What the person compares figures with. */
  compare: z.enum(COMPARISONS),
  product_list: ProductListChoice,
  /** Of a closed business. Its owner can only download its data and open it again. */
  closed: z.object({ closed_at: z.date(), erase_at: z.date() }).optional(),
  /** The person has to turn two-step sign-in on before anything else. */
  lacks_two_step: z.literal(true).optional(),
})
export type Session = z.infer<typeof Session>

/** Instead of the message of TOO_MANY_ATTEMPTS, where other people are the reason. */
export const MANY_SIGN_INS = 'Many people are signing in or signing up at this moment. Please try again in a few seconds.'

export const TOO_MANY_ATTEMPTS = {
  status: 429,
  message: 'Too many attempts. Please wait a moment and try again.',
  data: z.object({ retry_after: z.number().int() }),
} as const

const LINK_EXPIRED = { status: 410, message: 'This link has expired or was already used. Please ask for a new one.' } as const

const INVITATION_ENDED = {
  status: 410,
  message: 'This invitation has expired. Ask the person who invited you for a new one.',
} as const
const EMAIL_TAKEN = { status: 409, message: 'Another login already uses this e-mail address.' } as const

/** Sign-in could not read the role or the employee record. */
export const CHECK_MESSAGES = { role: 'Unable to check role.', employee: 'Unable to check employee status.' } as const

/** A code of an authenticator app, or a recovery code. */
export const SignInCode = z.string().trim().min(1, 'Enter the code.').max(50, 'This code is too long.')

export const session = {
  get: oc
    .route({ method: 'GET', path: '/session', summary: 'The signed-in user, or null', tags: ['Session'] })
    .output(Session.nullable()),
  signIn: oc
    .route({ path: '/session', summary: 'Sign in; sets a session cookie', tags: ['Session'] })
    .input(Credentials)
    .output(Session)
    .errors({
      LOGIN_FAILED: { status: 401, message: 'Login failed. Check your e-mail and password.' },
      /** The password is right, but the role may not use the dashboard. */
      ROLE_REFUSED: { status: 403, message: ROLE_MESSAGES.ownersOnly },
      /** The password is right, but the business is closed, and only its owner may open it again. */
      BUSINESS_CLOSED: dataErrors.BUSINESS_CLOSED,
      CHECK_FAILED: { status: 503, message: CHECK_MESSAGES.role },
      /** The password is right, and the person has turned two-step sign-in on: `verifyCode` ends the sign-in. */
      CODE_REQUIRED: { status: 401, message: 'Enter the code of your authenticator app.' },
      TOO_MANY_ATTEMPTS,
    }),
  verifyCode: oc
    .route({
      path: '/session/code',
      summary: 'The second step of a sign-in; sets a session cookie',
      description: 'Takes a code of the authenticator app or a recovery code.',
      tags: ['Session'],
    })
    .input(z.strictObject({ code: SignInCode }))
    .output(Session)
    .errors({
      CODE_WRONG: { status: 422, message: 'This code is wrong or was used before. Enter the next one.' },
      SIGN_IN_EXPIRED: { status: 401, message: 'This sign-in has expired. Please sign in again.' },
      ROLE_REFUSED: { status: 403, message: ROLE_MESSAGES.ownersOnly },
      /** The password is right, but the business is closed, and only its owner may open it again. */
      BUSINESS_CLOSED: dataErrors.BUSINESS_CLOSED,
      CHECK_FAILED: { status: 503, message: CHECK_MESSAGES.role },
      TOO_MANY_ATTEMPTS,
    }),
  signOut: oc.route({ method: 'DELETE', path: '/session', summary: 'Sign out', tags: ['Session'] }).output(z.void()),
  requestPasswordReset: oc
    .route({
      path: '/session/password-reset',
      summary: 'Mail a one-time link; the answer is the same for an unknown e-mail, and when too many were asked for',
      tags: ['Session'],
    })
    .input(z.strictObject({ email: Email }))
    .output(z.void()),
  resetPassword: oc
    .route({
      method: 'PUT',
      path: '/session/password',
      summary: 'Set a new password with the token of a mailed link',
      tags: ['Session'],
    })
    .input(z.strictObject({ token: z.string(), password: Password }))
    .output(z.void())
    .errors({
      LINK_EXPIRED,
      TOO_MANY_ATTEMPTS,
    }),
  confirmEmail: oc
    .route({
      method: 'PUT',
      path: '/session/email',
      summary: 'Change the e-mail address of an account with the token of a link that was mailed to the new address',
      tags: ['Session'],
    })
    .input(z.strictObject({ token: z.string() }))
    .output(z.object({ email: z.string() }))
    .errors({
      LINK_EXPIRED,
      EMAIL_TAKEN,
      TOO_MANY_ATTEMPTS,
    }),
  // A POST: the token of a GET would be in the log of a proxy.
  readInvitation: oc
    .route({
      path: '/session/invitation',
      summary: 'The business and the e-mail address of an invitation, for the token of its link',
      tags: ['Session'],
    })
    .input(z.strictObject({ token: z.string() }))
    .output(z.object({ business_name: z.string(), email: z.string() }))
    .errors({ INVITATION_ENDED, TOO_MANY_ATTEMPTS }),
  acceptInvitation: oc
    .route({
      method: 'PUT',
      path: '/session/invitation',
      summary: 'Create the login of an invited person, with the token of the link',
      tags: ['Session'],
    })
    .input(z.strictObject({ token: z.string(), password: NewPassword }))
    .output(z.object({ email: z.string() }))
    .errors({ INVITATION_ENDED, EMAIL_TAKEN, TOO_MANY_ATTEMPTS }),
}
