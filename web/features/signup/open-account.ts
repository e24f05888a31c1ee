import type { Session } from '../../auth/session.ts'
import type { client } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, getSaveErrorMessage } from '../../lib/api/messages.ts'

type Calls = Pick<typeof client.signup, 'createUser' | 'start'>
export type Account = { email: string; password: string; firstname: string; lastname: string }

/** The session, or why there is none. `toLogin`: the account exists and its owner must log in. */
export type OpenedAccount = { session: Session } | { failure: string; toLogin: boolean; isEmailRefused: boolean; error: unknown }

/** The server refuses an e-mail that is no address, and one that is taken. Everything else of step 1 is checked before it is sent. */
const EMAIL_REFUSALS = ['UNPROCESSABLE_CONTENT', 'NOT_CREATED', 'NOT_STARTED']

const NOT_ANSWERED = 'Could not create your account. Please try again.'

const fail = (failure: string, error: unknown): OpenedAccount => ({
  failure,
  toLogin: false,
  isEmailRefused: EMAIL_REFUSALS.includes(getErrorCode(error) ?? ''),
  error,
})

/** Step 1: creates the account and signs in. An account from an unfinished sign-up is continued if the password is right. */
export async function openAccount(calls: Calls, { email, password, firstname, lastname }: Account): Promise<OpenedAccount> {
  let failure: unknown = null
  try {
    const created = await calls.createUser({ email, password })
    if (!created?.user?.id) return fail('Account created, but no user ID returned.', null)
  } catch (error) {
    if (getErrorCode(error) === null) return fail(getSaveErrorMessage(error, NOT_ANSWERED), error)
    // Where no new accounts are taken, an unfinished sign-up still goes on.
    if (!['NOT_CREATED', 'SIGN_UP_CLOSED'].includes(getErrorCode(error) ?? ''))
      return fail(getErrorMessage(error, 'Could not create account'), error)
    failure = error
  }

  try {
    return { session: await calls.start({ email, password, firstname, lastname }) }
  } catch (error) {
    if (!failure) return { failure: 'Account created. Please log in to continue.', toLogin: true, isEmailRefused: false, error }
    if (getErrorCode(error) === null) return fail(getSaveErrorMessage(error, NOT_ANSWERED), error)
    return fail(getErrorMessage(getErrorCode(error) === 'TOO_MANY_ATTEMPTS' ? error : failure, 'Could not create account'), error)
  }
}
