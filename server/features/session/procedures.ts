import { CHECK_MESSAGES, type Session } from '../../../contract/session.ts'
import { ROLE_MESSAGES } from '../../../contract/shared/errors.ts'
import { violates } from '../../../db/errors.ts'
import { type AccountStatus, findAccountStatus, isEmployedAnywhere } from '../../auth/account-status.ts'
import type { NewSession } from '../../auth/new-session.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { open } from '../../rpc/procedure.ts'
import type { RequestContext } from '../../rpc/request-context.ts'
import { formatDay } from '../../shared/format-day.ts'
import { logSignIn } from '../../shared/log-events.ts'
import { findOrigin } from '../../shared/origin.ts'
import { acceptInvitation as acceptInvitationOf, findInvitation } from './queries.ts'

const toSession = ({ user_id, email }: SignedIn, { is_disabled: _, ...status }: AccountStatus): Session => ({
  user: { user_id, email },
  ...status,
  // An employee without a right may not see anything of the business, not even its name.
  ...(status.role === 'employee' && !status.right && { business: null, closed: undefined }),
})

const get = open.session.get.handler(async ({ context }) => {
  const session = await context.auth.findSession(context.headers)
  if (!session) return null
  for (const cookie of session.cookies) context.resHeaders?.append('set-cookie', cookie)
  return toSession(session.person, await context.scopes.asAuth((scope) => findAccountStatus(scope, session.person.user_id)))
})

const signIn = open.session.signIn.handler(async ({ input, context, errors }) => {
  const session = await context.auth.signIn(input.email, input.password, context)
  if (!session) {
    context.log.info({ event: 'sign_in_refused', clientIp: context.clientIp }, 'a sign-in was refused: wrong e-mail or password')
    throw errors.LOGIN_FAILED()
  }
  if ('challenge' in session) {
    for (const cookie of session.challenge) context.resHeaders?.append('set-cookie', cookie)
    context.log.info({ event: 'sign_in_code_required' }, 'a sign-in waits for its code')
    throw errors.CODE_REQUIRED()
  }
  return enter(session, context, errors)
})

const verifyCode = open.session.verifyCode.handler(async ({ input, context, errors }) => {
  const session = await context.auth.signInWithCode(input.code, context)
  if ('refusal' in session) {
    const { refusal } = session
    context.log.info({ event: 'sign_in_refused', refusal: `code ${refusal}`, clientIp: context.clientIp }, 'a code was refused')
    if (session.userId)
      await logSignIn(context, { user_id: session.userId }, 'refused', { after: { reason: `The code was ${refusal}.` } })
    throw refusal === 'wrong' ? errors.CODE_WRONG() : errors.SIGN_IN_EXPIRED()
  }
  return enter(session, context, errors)
})

type RoleErrors = {
  BUSINESS_CLOSED(options: { message: string }): Error
  CHECK_FAILED(options: { message: string }): Error
  ROLE_REFUSED(options: { message: string }): Error
}

/** Lets a person in whose password, and code if there is one, were right. Ends the new session if the role does not allow it. */
async function enter({ person, cookies, replacePrevious }: NewSession, context: RequestContext, errors: RoleErrors) {
  const log = context.identify({ user: person.user_id })
  await replacePrevious()

  const failCheck = (message: string) => async (error: unknown) => {
    log.error({ event: 'sign_in_check_failed', err: error }, message)
    await context.auth.endSession(person.sessionId)
    throw errors.CHECK_FAILED({ message })
  }
  const status = await context.scopes
    .asAuth((scope) => findAccountStatus(scope, person.user_id))
    .catch(failCheck(CHECK_MESSAGES.role))
  const isEmployed =
    status.role === null &&
    (await context.scopes.asAuth((scope) => isEmployedAnywhere(scope, person.user_id)).catch(failCheck(CHECK_MESSAGES.employee)))
  const refuse = async (refusal: string) => {
    await context.auth.endSession(person.sessionId)
    await logSignIn(context, person, 'refused', { after: { reason: refusal } })
    for (const cookie of context.auth.endedCookies) context.resHeaders?.append('set-cookie', cookie)
    log.info({ event: 'sign_in_refused', refusal }, 'a sign-in was refused')
  }
  const refusal = findRoleRefusal(status, isEmployed)
  if (refusal) {
    await refuse(refusal)
    throw errors.ROLE_REFUSED({ message: refusal })
  }
  const closedRefusal = findClosedRefusal(status)
  if (closedRefusal) {
    await refuse(closedRefusal)
    throw errors.BUSINESS_CLOSED({ message: closedRefusal })
  }
  await logSignIn(context, person, 'signed in').catch(failCheck(CHECK_MESSAGES.role))
  for (const cookie of cookies) context.resHeaders?.append('set-cookie', cookie)
  context.identify({ business: status.business?.id }).info({ event: 'signed_in' }, 'signed in')
  return toSession(person, status)
}

/** Why an owner or admin of a closed business may not sign in; null for its owner, who can open it again. */
function findClosedRefusal({ role, closed, business }: AccountStatus) {
  if (!closed) return null
  const format = (date: Date) => formatDay(date, business?.timezone)
  const closedOn = `This business was closed on ${format(closed.closed_at)}`
  if (closed.erase_at <= new Date()) return `${closedOn} and its data is being erased.`
  return role === 'owner' ? null : `${closedOn}. Its owner can open it again until ${format(closed.erase_at)}.`
}

/** Why a person with the right password may not sign in; null for an owner, an admin and a person with a right. */
function findRoleRefusal({ role, right, is_disabled }: AccountStatus, isEmployed: boolean) {
  if (role === 'owner' || role === 'admin' || right) return is_disabled ? ROLE_MESSAGES.ownersOnly : null
  if (role !== null) return ROLE_MESSAGES.ownersOnly
  return isEmployed ? ROLE_MESSAGES.employee : ROLE_MESSAGES.unauthorized
}

const signOut = open.session.signOut.handler(async ({ context }) => {
  const session = await context.auth.findSession(context.headers)
  if (session) {
    await context.auth.endSession(session.person.sessionId)
    context.identify({ user: session.person.user_id }).info({ event: 'signed_out' }, 'signed out')
  }
  for (const cookie of context.auth.endedCookies) context.resHeaders?.append('set-cookie', cookie)
})

const requestPasswordReset = open.session.requestPasswordReset.handler(async ({ input, context }) => {
  await context.auth.mailResetLink(input.email, context)
})

const resetPassword = open.session.resetPassword.handler(async ({ input, context, errors }) => {
  const reset = await context.auth.resetPassword(input.token, input.password, context)
  if (!reset) throw errors.LINK_EXPIRED()
  await logSignIn(context, { email: reset.email }, 'password reset')
  for (const cookie of reset.cookies) context.resHeaders?.append('set-cookie', cookie)
  context.log.info({ event: 'password_reset' }, 'a password was changed through a mailed link')
})

const confirmEmail = open.session.confirmEmail.handler(async ({ input, context, errors }) => {
  const session = await context.auth.findSession(context.headers)
  const changed = await context.auth.confirmEmailChange(input.token, session?.person.user_id, context).catch((error) => {
    throw violates(error, 'user_email_key') ? errors.EMAIL_TAKEN() : error
  })
  if (!changed) throw errors.LINK_EXPIRED()
  const { email, old_email } = changed
  await logSignIn(context, { email }, 'email changed', { before: { email: old_email }, after: { email } })
  for (const cookie of changed.cookies) context.resHeaders?.append('set-cookie', cookie)
  context.log.info({ event: 'email_changed' }, 'an e-mail address was changed through a mailed link')
  return { email }
})

const readInvitation = open.session.readInvitation.handler(async ({ input, context, errors }) => {
  const invitation = await context.auth.readInvitation(input.token, context, (hash) =>
    context.scopes.asAuth((scope) => findInvitation(scope, hash)),
  )
  if (!invitation) throw errors.INVITATION_ENDED()
  return invitation
})

const acceptInvitation = open.session.acceptInvitation.handler(async ({ input, context, errors }) => {
  const accepted = await context.auth.acceptInvitation(input, context, (tokenHash, passwordHash) =>
    context.scopes.asAuth((scope) => acceptInvitationOf(scope, { tokenHash, passwordHash, origin: findOrigin(context) })),
  )
  if (!accepted) throw errors.INVITATION_ENDED()
  const { email, user_id, businessid } = accepted
  if (!user_id) throw errors.EMAIL_TAKEN()
  for (const cookie of await context.auth.onAccepted(email, context)) context.resHeaders?.append('set-cookie', cookie)
  context
    .identify({ user: user_id, business: businessid })
    .info({ event: 'invitation_accepted' }, 'an invited person chose a password')
  return { email }
})

export const session = {
  get,
  signIn,
  verifyCode,
  signOut,
  requestPasswordReset,
  resetPassword,
  confirmEmail,
  readInvitation,
  acceptInvitation,
}
