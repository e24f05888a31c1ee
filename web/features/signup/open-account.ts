import type { Session } from '../../auth/session.ts'
import type { client } from '../../lib/api/api.ts'
import { codeOf, messageOf } from '../../lib/api/messages.ts'

type Calls = Pick<typeof client.signup, 'createUser' | 'start'>
type Account = { email: string; password: string; firstname: string; lastname: string }

/** Signed in and ready for the next step, or a sentence about why not; `toLogin` where the rest is a matter of logging in. */
export type OpenedAccount = { session: Session } | { failure: string; toLogin: boolean; error: unknown }

const refused = (failure: string, error: unknown): OpenedAccount => ({ failure, toLogin: false, error })

/**
 * Step 1: makes the account, then signs in. Where it could not be made it may be there already, from a sign-up that was
 * left half-way: whoever knows its password goes on with that.
 */
export async function openAccount(calls: Calls, { email, password, firstname, lastname }: Account): Promise<OpenedAccount> {
  let failure: unknown = null
  try {
    const created = await calls.createUser({ email, password })
    if (!created?.user?.id) return refused('Account created, but no user ID returned.', null)
  } catch (error) {
    if (codeOf(error) === null) return refused('Could not create your account. Please try again.', error)
    if (codeOf(error) !== 'NOT_CREATED') return refused(messageOf(error, 'Could not create account'), error)
    failure = error
  }

  try {
    return { session: await calls.start({ email, password, firstname, lastname }) }
  } catch (error) {
    if (!failure) return { failure: 'Account created. Please log in to continue.', toLogin: true, error }
    if (codeOf(error) === null) return refused('Could not create your account. Please try again.', error)
    return refused(messageOf(codeOf(error) === 'TOO_MANY_ATTEMPTS' ? error : failure, 'Could not create account'), error)
  }
}
