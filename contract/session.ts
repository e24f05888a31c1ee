import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PASSWORD_MAX } from './shared/constants.ts'
import { ROLE_MESSAGES } from './shared/errors.ts'

const EMAIL = 'Please enter a valid email address.'

/** Spelled as people type it, compared in lower case. */
export const Email = z.string().trim().toLowerCase().pipe(z.email(EMAIL).max(254, EMAIL))

/** Any non-empty password is accepted (decision 23); its strength is the meter's business. */
export const Password = z
  .string()
  .min(1, 'Please enter a password.')
  .max(PASSWORD_MAX, `A password has at most ${PASSWORD_MAX} characters.`)

export const Credentials = z.strictObject({ email: Email, password: Password })

/** Where an unfinished sign-up goes on: the number of the step to show. */
export const SignupStep = z.union([z.literal(2), z.literal(3), z.literal(4), z.literal(5)])

export const Session = z.object({
  user: z.object({ user_id: z.string(), email: z.string() }),
  role: z.enum(['owner', 'admin', 'employee']).nullable(),
  business: z.object({ id: z.string(), name: z.string(), timezone: z.string() }).nullable(),
  /** Null once sign-up is finished, and for people who never signed up themselves. */
  signup_step: SignupStep.nullable(),
})
export type Session = z.infer<typeof Session>

export const TOO_MANY_ATTEMPTS = {
  status: 429,
  message: 'Too many attempts. Please wait a moment and try again.',
  data: z.object({ retry_after: z.number().int() }),
} as const

/** What sign-in could not read. */
export const CHECK_MESSAGES = { role: 'Unable to check role.', employee: 'Unable to check employee status.' } as const

export const session = {
  get: oc.route({ method: 'GET', path: '/session', summary: 'Who is signed in', tags: ['Session'] }).output(Session.nullable()),
  signIn: oc
    .route({ path: '/session', summary: 'Sign in; answers with a session cookie', tags: ['Session'] })
    .input(Credentials)
    .output(Session)
    .errors({
      LOGIN_FAILED: { status: 401, message: 'Login failed. Check your email and password.' },
      /** The right password of somebody who may not use the dashboard; the session is ended again. */
      ROLE_REFUSED: { status: 403, message: ROLE_MESSAGES.ownersOnly },
      CHECK_FAILED: { status: 503, message: CHECK_MESSAGES.role },
      TOO_MANY_ATTEMPTS,
    }),
  signOut: oc.route({ method: 'DELETE', path: '/session', summary: 'Sign out', tags: ['Session'] }).output(z.void()),
  requestPasswordReset: oc
    .route({ path: '/session/password-reset', summary: 'Mail a one-time link; answers alike for any e-mail', tags: ['Session'] })
    .input(z.strictObject({ email: Email }))
    .output(z.void())
    .errors({ TOO_MANY_ATTEMPTS }),
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
      LINK_EXPIRED: { status: 410, message: 'This link has expired or was already used. Please ask for a new one.' },
      TOO_MANY_ATTEMPTS,
    }),
}
