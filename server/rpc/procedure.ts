import { implement, ORPCError } from '@orpc/server'
import { contract } from '../../contract/index.ts'
import { findKeyRights, findRights } from '../../contract/rights.ts'
import { dataErrors } from '../../contract/shared/errors.ts'
import { ScopeRefused } from '../../db/errors.ts'
import type { SignedIn } from '../auth/sessions.ts'
import type { RequestContext } from './request-context.ts'
import { runInBusiness } from './run-in-business.ts'

/** Procedures for any caller. */
export const open = implement(contract).$context<RequestContext>()

/** A read key acts for no person: what needs one fails. */
export const NOBODY: SignedIn = { user_id: '', email: '', sessionId: '' }

/** Procedures for a caller with a session, whatever the role, and those that contract/rights.ts names for a caller with a read key. */
export const signedIn = open.use(async ({ next, context, path }) => {
  const call = path.join('.')
  if (context.readKey) return next({ context: { person: NOBODY, rights: findKeyRights(call), log: context.log } })
  const session = await context.auth.findSession(context.headers)
  if (!session) throw new ORPCError('UNAUTHORIZED', dataErrors.UNAUTHORIZED)
  for (const cookie of session.cookies) context.resHeaders?.append('set-cookie', cookie)
  const { person } = session
  const rights = findRights(call)
  return next({ context: { person, rights, log: context.identify({ user: person.user_id }) } })
})

/**
 * Procedures for owners and admins, and for people with the rights that contract/rights.ts names. Each runs in one transaction, inside the caller's business. Work passed to `afterCommit` runs
 * after COMMIT; its failure is logged and undoes nothing.
 */
export const inBusiness = signedIn.use(async ({ next, context }) => {
  const afterwards: (() => Promise<void>)[] = []
  const afterCommit = (work: () => Promise<void>) => void afterwards.push(work)
  const result = await runInBusiness(context, async (scope, entered) =>
    next({
      context: { scope, ...entered, afterCommit, log: context.identify({ business: entered.businessid }) },
    }),
  )
  for (const work of afterwards)
    await work().catch((error) => context.log.warn({ event: 'after_commit_failed', err: error }, 'work after a commit failed'))
  return result
})

/** What a person does who has to turn two-step sign-in on, and may do nothing else before. */
const TWO_STEP_CALLS: readonly string[] = [
  'account.twoStep.start',
  'account.twoStep.confirm',
  'account.sessions',
  'account.endSession',
  'account.endOtherSessions',
]

/** Procedures on the own sign-in, for everybody who may sign in. No transaction is held open while a password waits to be hashed. */
export const ownSignIn = signedIn.use(async ({ next, context, path }) => {
  const businessid = await runInBusiness(context, async (_scope, entered) => entered.businessid).catch((error) => {
    const isSettingUp = error instanceof ScopeRefused && error.reason === 'two-step required'
    if (isSettingUp && TWO_STEP_CALLS.includes(path.join('.'))) return undefined
    throw error
  })
  return next({ context: { businessid, log: businessid ? context.identify({ business: businessid }) : context.log } })
})
