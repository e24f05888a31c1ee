import { ORPCError } from '@orpc/server'
import { ALREADY_FINISHED, NO_BUSINESS, NOT_SIGNED_IN } from '../../../contract/signup.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { findAccountStatus } from '../../auth/account-status.ts'
import { open } from '../../rpc/procedure.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { logSignIn } from '../../shared/log-events.ts'
import { findOrigin } from '../../shared/origin.ts'
import { listPlans, savePlan } from '../../shared/plans.ts'
import { setOwnerSite } from '../../shared/primary-site.ts'
import {
  createBusiness,
  findOwnerName,
  findSavedSteps,
  finishSignup,
  insertUser,
  isSignupFinished,
  savePrimarySite,
  startSignup,
} from './queries.ts'

/** The steps after the first are for the person who started the sign-up. */
const signingUp = open.use(async ({ next, context }) => {
  const session = await context.auth.findSession(context.headers)
  if (!session) throw new ORPCError('NOT_SIGNED_IN', NOT_SIGNED_IN)
  try {
    const { person } = session
    return await next({ context: { person, log: context.identify({ user: person.user_id }) } })
  } catch (error) {
    if (error instanceof ScopeRefused && error.reason === 'sign-up finished') throw alreadyFinished()
    if (error instanceof ScopeRefused) throw new ORPCError('NO_BUSINESS', NO_BUSINESS)
    throw error
  }
})

const alreadyFinished = () => new ORPCError('ALREADY_FINISHED', ALREADY_FINISHED)

/** Runs a step inside the business of an unfinished sign-up, for its owner. */
const whileUnfinished =
  <T>({ user_id }: { user_id: string }, work: (scope: Scope) => Promise<T>) =>
  async (scope: Scope) => {
    if ((await isSignupFinished(scope)) || !(await isOwner(scope, user_id))) throw alreadyFinished()
    return work(scope)
  }

const plans = open.signup.plans.handler(({ context }) => context.scopes.asAuth(listPlans))

const createUser = ({ isOpen }: { isOpen: boolean }) =>
  open.signup.createUser.handler(async ({ input, context, errors }) => {
    if (!isOpen) throw errors.SIGN_UP_CLOSED()
    const { clientIp } = context
    const id = await context.auth.createAccount({ password: input.password, clientIp }, (hash) =>
      context.scopes.asAuth((scope) => insertUser(scope, input.email, hash)),
    )
    if (!id) throw errors.NOT_CREATED()
    context.identify({ user: id }).info({ event: 'account_created' }, 'an account was created')
    return { user: { id } }
  })

const start = open.signup.start.handler(async ({ input: { email, password, ...name }, context, errors }) => {
  const session = await context.auth.signIn(email, password, context)
  // A person with two-step sign-in logs in with the code, and continues the sign-up from there.
  if (!session || 'challenge' in session) throw errors.NOT_STARTED()
  const { user_id, sessionId } = session.person
  const isStarted = await context.scopes.asAuth((scope) => startSignup(scope, user_id, name))
  if (!isStarted) {
    await context.auth.endSession(sessionId)
    await logSignIn(context, { user_id }, 'refused', { after: { reason: 'The sign-up is finished.' } })
    throw errors.NOT_STARTED()
  }
  await session.replacePrevious()
  // Of a person who has a business already: one whose sign-up is not finished, or an employee of another one.
  await logSignIn(context, { user_id }, 'signed in')
  const { is_disabled: _, ...status } = await context.scopes.asAuth((scope) => findAccountStatus(scope, user_id))
  for (const cookie of session.cookies) context.resHeaders?.append('set-cookie', cookie)
  return { user: { user_id, email: session.person.email }, ...status }
})

export const rpc_create_business = signingUp.rpc_create_business.handler(async ({ input, context }) => {
  const id = await context.scopes.asAuth((scope) => createBusiness(scope, context.person.user_id, input))
  context.identify({ business: id }).info({ event: 'business_saved' }, 'a business was saved')
  return id
})

const createSite = signingUp.signup.createSite.handler(async ({ input, context }) => {
  const { scopes, person, log } = context
  const origin = findOrigin(context)
  const siteid = await scopes.asTenant(
    person.user_id,
    whileUnfinished(person, (scope) => savePrimarySite(scope, input)),
    { origin },
  )
  // In a transaction of its own, because the specification ignores its failure: the site is saved all the same.
  await scopes
    .asTenant(person.user_id, (scope) => setOwnerSite(scope, person.user_id, siteid), { origin })
    .catch((error) => log.warn({ event: 'owner_site_not_set', err: error }, "the owner's employee record did not get the site"))
  return { siteid }
})

const choosePlan = signingUp.signup.choosePlan.handler(async ({ input, context, errors }) => {
  const { scopes, person } = context
  const id = await scopes.asTenant(
    person.user_id,
    whileUnfinished(person, (scope) => savePlan(scope, input.subscriptionid, { withTrial: true })),
    { origin: findOrigin(context) },
  )
  if (!id) throw errors.NO_PLAN()
  return { id }
})

const review = signingUp.signup.review.handler(async ({ context: { scopes, person } }) => {
  const name = (await scopes.asAuth((scope) => findOwnerName(scope, person.user_id))) ?? { firstname: '', lastname: '' }
  const saved = await scopes
    .asTenant(person.user_id, (scope) => findSavedSteps(scope, person.user_id))
    .catch((error) => {
      if (error instanceof ScopeRefused) return { business: null, employee: undefined, site: null, plan: null }
      throw error
    })
  const { business, employee, site, plan } = saved
  return {
    owner: { ...name, email: person.email, employeeid: employee?.employeeid ?? null, siteid: employee?.siteid ?? null },
    business,
    site,
    plan,
  }
})

const finish = signingUp.signup.finish.handler(async ({ context: { scopes, person } }) => {
  await scopes.asTenant(person.user_id, finishSignup)
})

/** `isOpen`: people create accounts of their own. Who has one continues in any case. */
export const createSignup = (options: { isOpen: boolean }) => ({
  createUser: createUser(options),
  plans,
  start,
  createSite,
  choosePlan,
  review,
  finish,
})
