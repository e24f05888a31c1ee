import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Email, NewPassword, Password, SignInCode, TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'

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

export const CurrentPassword = z.string().min(1, 'Enter your current password.').pipe(Password)

export const PasswordChange = z.strictObject({ current: CurrentPassword, password: NewPassword })
export const EmailChange = z.strictObject({ email: Email, current: CurrentPassword })
export const PasswordConfirmation = z.strictObject({ current: CurrentPassword })
export const CodeInput = z.strictObject({ code: SignInCode })

/** Each works once. They are shown once. */
const RecoveryCodes = z.array(z.string())

export const WRONG_PASSWORD = { status: 422, message: 'This is not your current password.' } as const
const REQUIRED = { status: 409, message: 'Your business requires two-step sign-in.' } as const
const NOT_ON = { status: 409, message: 'Two-step sign-in is off.' } as const

const route = oc.errors(dataErrors)

export const ownSignIn = {
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
  emailProof: {
    start: route
      .route({
        path: '/account/email/proof',
        summary: 'Mail a code to the own e-mail address, to prove it',
        description: 'The code works for an hour.',
        tags: ['Account'],
      })
      .output(z.void())
      .errors({ TOO_MANY_ATTEMPTS }),
    confirm: route
      .route({
        method: 'PUT',
        path: '/account/email/proof',
        summary: 'Prove the own e-mail address with the code',
        tags: ['Account'],
      })
      .input(CodeInput)
      .output(z.void())
      .errors({
        CODE_WRONG: { status: 422, message: 'Wrong or expired code. Send a new one.' },
        TOO_MANY_ATTEMPTS,
      }),
  },
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
      .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS, REQUIRED }),
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
}
