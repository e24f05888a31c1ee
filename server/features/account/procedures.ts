import { TWO_STEP_PEOPLE } from '../../../contract/rights.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, ownSignIn } from '../../rpc/procedure.ts'
import { requirePassword, requireRightPassword } from '../../rpc/right-password.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { isOwner } from '../../shared/is-owner.ts'
import { logSignIn } from '../../shared/log-events.ts'
import { requireSaved } from '../../shared/optimistic-locking.ts'
import { savePlan } from '../../shared/plans.ts'
import { savePreference } from '../../shared/preferences.ts'
import { createClosing } from './closing.ts'
import {
  findAccount,
  handOverBusiness,
  listSuccessors,
  rename as renamePerson,
  requireTwoStep as saveTwoStepRule,
  updateBusiness as updateDetails,
} from './queries.ts'
import { receipts } from './receipts.ts'

const get = inBusiness.account.get.handler(async ({ context: { scope, businessid, right, person, auth } }) => ({
  email: person.email,
  ...(!(await auth.isProven(person)) && { needs_proof: true as const }),
  two_step: await auth.readTwoStep(person),
  ...(await findAccount(scope, { businessid, right, userId: person.user_id })),
}))

const rename = inBusiness.account.rename.handler(async ({ input, context: { scope, person, log }, errors }) => {
  requireSaved(await renamePerson(scope, person.user_id, input), errors)
  log.info({ event: 'own_name_changed' }, 'a person changed the own name')
})

const saveComparison = inBusiness.account.saveComparison.handler(({ input, context }) =>
  savePreference(context.scope, { compare: input.compare }),
)

const saveProductList = inBusiness.account.saveProductList.handler(({ input: { per_page, columns }, context }) =>
  savePreference(context.scope, { products_per_page: per_page, product_columns: columns }),
)

const changePassword = ownSignIn.account.changePassword.handler(async ({ input, context, errors }) => {
  const changed = await context.auth.changePassword(context.person, input, context)
  setCookies(context, requireRightPassword(changed, context.log, errors))
  await logSignIn(context, context.person, 'password changed')
  context.log.info({ event: 'password_changed' }, 'a person changed the own password')
})

const requestEmailChange = ownSignIn.account.requestEmailChange.handler(async ({ input, context, errors }) => {
  requireRightPassword(await context.auth.requestEmailChange(context.person, input, context), context.log, errors)
  context.log.info({ event: 'email_change_requested' }, 'a person asked for another e-mail address')
})

const startProof = ownSignIn.account.emailProof.start.handler(async ({ context }) => {
  const { auth, person } = context
  if (await auth.isProven(person)) return
  await auth.mailProofCode(person, context)
  context.log.info({ event: 'address_proof_requested' }, 'a person asked for a code to prove the own e-mail address')
})

const confirmProof = ownSignIn.account.emailProof.confirm.handler(async ({ input, context, errors }) => {
  if (!(await context.auth.proveAddress(context.person, input.code))) throw errors.CODE_WRONG()
  await logSignIn(context, context.person, 'email confirmed')
  context.log.info({ event: 'address_proven' }, 'a person proved the own e-mail address')
})

const setCookies = ({ resHeaders }: { resHeaders?: Headers }, { cookies }: { cookies: string[] }) => {
  for (const cookie of cookies) resHeaders?.append('set-cookie', cookie)
}

const sessions = ownSignIn.account.sessions.handler(({ context: { auth, person } }) => auth.listSessions(person))

const endSession = ownSignIn.account.endSession.handler(async ({ input, context: { auth, person, log }, errors }) => {
  if (!(await auth.endOwnSession(person, input.id))) throw errors.NOT_FOUND()
  log.info({ event: 'session_ended' }, 'a person ended one of the own sessions')
})

const endOtherSessions = ownSignIn.account.endOtherSessions.handler(async ({ context: { auth, person, log } }) => {
  const sessions = await auth.endOtherSessions(person)
  log.info({ event: 'other_sessions_ended', sessions }, 'a person ended all other own sessions')
})

const start = ownSignIn.account.twoStep.start.handler(async ({ input, context, errors }) => {
  const started = await context.auth.startTwoStep(context.person, input.current, context)
  if (started === 'already on') throw errors.ALREADY_ON()
  return requireRightPassword(started, context.log, errors)
})

const confirm = ownSignIn.account.twoStep.confirm.handler(async ({ input, context, errors }) => {
  const confirmed = await context.auth.confirmTwoStep(context.person, input.code, context)
  if (!confirmed) throw errors.CODE_WRONG()
  setCookies(context, confirmed)
  await logSignIn(context, context.person, 'two-step on')
  context.log.info({ event: 'two_step_on' }, 'a person turned two-step sign-in on')
})

const turnOff = ownSignIn.account.twoStep.turnOff.handler(async ({ input, context, errors }) => {
  if ((await context.auth.readTwoStep(context.person)).is_required) throw errors.REQUIRED()
  const changed = await context.auth.turnOffTwoStep(context.person, input.current, context)
  setCookies(context, requireRightPassword(changed, context.log, errors))
  await logSignIn(context, context.person, 'two-step off')
  context.log.info({ event: 'two_step_off' }, 'a person turned two-step sign-in off')
})

const replaceCodes = ownSignIn.account.twoStep.replaceCodes.handler(async ({ input, context, errors }) => {
  const replaced = await context.auth.replaceRecoveryCodes(context.person, input.current, context)
  if (replaced === 'not on') throw errors.NOT_ON()
  const codes = requireRightPassword(replaced, context.log, errors)
  await logSignIn(context, context.person, 'recovery codes replaced')
  context.log.info({ event: 'recovery_codes_replaced' }, 'a person replaced the own recovery codes')
  return codes
})

const updateBusiness = inBusiness.account.updateBusiness.handler(async ({ input, context: { scope, person, log }, errors }) => {
  if (!(await isOwner(scope, person.user_id))) throw errors.OWNER_ONLY()
  requireSaved(await updateDetails(scope, input), errors)
  log.info({ event: 'business_details_changed' }, 'the details of a business were changed')
})

const choosePlan = inBusiness.account.choosePlan.handler(async ({ input, context: { scope, person, log }, errors }) => {
  if (!(await isOwner(scope, person.user_id))) throw errors.OWNER_ONLY()
  if (!(await savePlan(scope, input.subscriptionid, { withTrial: false }))) throw errors.NO_PLAN()
  log.info({ event: 'plan_changed', plan: input.subscriptionid }, 'the plan of a business was changed')
})

const requireTwoStep = inBusiness.account.requireTwoStep.handler(async ({ input, context: { scope, log }, errors }) => {
  const people = TWO_STEP_PEOPLE.filter((name) => input.people.includes(name))
  await saveTwoStepRule(scope, people).catch(throwConstraintError({ business_users__owner: 'OWNER_ONLY' }, errors))
  log.info({ event: 'two_step_required', people }, 'the owner said of whom two-step sign-in is required')
})

const successors = inBusiness.account.successors.handler(({ context }) => listSuccessors(context.scope))

const handOver = ownSignIn.account.handOver.handler(async ({ input, context, errors }) => {
  const { auth, person, log } = context
  await requirePassword(context, input.current, errors)
  const handedOver = await runInBusiness(context, (scope) => handOverBusiness(scope, input.employeeid)).catch(
    throwConstraintError({ business_users__owner: 'OWNER_ONLY' }, errors),
  )
  if (!handedOver) throw errors.NO_SUCCESSOR()
  const { new_owner, business } = handedOver
  log.info({ event: 'business_handed_over', new_owner: new_owner.user_id }, 'the owner handed the business over')
  auth.sendSecurityMail(person.email, 'business handed over', business, new_owner.email)
  auth.sendSecurityMail(new_owner.email, 'business taken over', business, person.email)
})

export const createAccount = (options: Parameters<typeof createClosing>[0]) => ({
  get,
  rename,
  saveComparison,
  saveProductList,
  changePassword,
  requestEmailChange,
  emailProof: { start: startProof, confirm: confirmProof },
  sessions,
  endSession,
  endOtherSessions,
  twoStep: { start, confirm, turnOff, replaceCodes },
  updateBusiness,
  requireTwoStep,
  choosePlan,
  successors,
  handOver,
  closing: createClosing(options),
  receipts,
})
