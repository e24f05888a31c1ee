import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import type { Session } from '../../auth/session.ts'
import { markUnsent } from '../../lib/api/messages.ts'
import { openAccount } from './open-account.ts'

const account = { email: 'thandi@example.com', password: 'a', firstname: 'Thandi', lastname: 'Nkosi' }
const session: Session = {
  user: { user_id: 'u', email: account.email },
  role: null,
  business: null,
  signup_step: 2,
  compare: 'previous',
  product_list: { per_page: 5, columns: [] },
}

const yes =
  <T>(value: T) =>
  async () =>
    value
const no = (error: unknown) => async () => {
  throw error
}
const notCreated = new ORPCError('NOT_CREATED', { status: 422, message: 'Could not create account' })
const closed = new ORPCError('SIGN_UP_CLOSED', {
  status: 403,
  message: 'This server takes no new accounts. Ask its operator for one.',
})
const notStarted = new ORPCError('NOT_STARTED', { status: 401, message: 'Could not create account' })
const tooMany = new ORPCError('TOO_MANY_ATTEMPTS', {
  status: 429,
  message: 'Too many attempts. Please wait a moment and try again.',
})
const unreachable = new TypeError('Failed to fetch')
const unsent = new TypeError('Failed to fetch')
markUnsent(unsent)

const open = (createUser: () => Promise<unknown>, start: () => Promise<unknown>) =>
  openAccount({ createUser, start } as Parameters<typeof openAccount>[0], account)

test('open account: a new account is signed in', async () => {
  expect(await open(yes({ user: { id: 'u' } }), yes(session))).toEqual({ session })
})

test('open account: the right password of an unfinished sign-up continues it', async () => {
  expect(await open(no(notCreated), yes(session))).toEqual({ session })
})

test.each([
  ['the answer has no id', yes({}), yes(session), 'Account created, but no user ID returned.', false],
  [
    'the sign-in after the creation failed',
    yes({ user: { id: 'u' } }),
    no(notStarted),
    'Account created. Please log in to continue.',
    true,
  ],
  [
    'the sign-in after the creation was not answered',
    yes({ user: { id: 'u' } }),
    no(unreachable),
    'Account created. Please log in to continue.',
    true,
  ],
  [
    'the server takes no new accounts',
    no(closed),
    no(notStarted),
    'This server takes no new accounts. Ask its operator for one.',
    false,
  ],
  ['the e-mail is used with another password', no(notCreated), no(notStarted), 'Could not create account', false],
  ['nothing answered', no(unreachable), yes(session), 'Could not create your account. Please try again.', false],
  ['the device has no network', no(unsent), yes(session), 'No connection. Nothing was saved; your text is still here.', false],
  [
    'nothing answered the second call',
    no(notCreated),
    no(unreachable),
    'Could not create your account. Please try again.',
    false,
  ],
  ['the server failed', no(new ORPCError('INTERNAL_SERVER_ERROR')), yes(session), 'Could not create account', false],
  ['there were too many tries', no(tooMany), yes(session), tooMany.message, false],
  ['there were too many tries at the second call', no(notCreated), no(tooMany), tooMany.message, false],
])('open account: shows a message when %s (8.1.6, 8.1.7)', async (_, createUser, start, failure, toLogin) => {
  expect(await open(createUser, start)).toMatchObject({ failure, toLogin })
})
