import type { Logger } from 'pino'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { requireSaved } from '../../shared/optimistic-locking.ts'
import { findValuesBefore } from '../../shared/undo.ts'
import { CONSTRAINT_ERRORS } from './constraint-errors.ts'
import { imports } from './import/procedures.ts'
import { InvitationRefused, invitations, invite } from './invitations.ts'
import {
  type Access,
  endAccess as endAccessOf,
  findAccess,
  findEmployee,
  findPasswordHash,
  insertEmployee,
  insertWithoutLogin,
  listEmployees,
  makeAnonymous as makePersonAnonymous,
  removeEmployee,
  setRight as saveRight,
  updateEmployee,
} from './queries.ts'
import { createPinVerifier, savePin } from './till-pin.ts'

const list = inBusiness.employees.list.handler(({ input, context }) => listEmployees(context.scope, input))

// No transaction is held open while a password waits to be hashed, or a mail to be sent.
const create = signedIn.employees.create.handler(async ({ input, context, errors }) => {
  const { scopes, auth, clientIp, person } = context
  const log = await runInBusiness(context, async (_scope, { businessid }) => context.identify({ business: businessid }))
  const logAdded = (employeeid: number) =>
    log.info({ event: 'employee_added', employee: employeeid, position: input.position }, 'an employee was added')
  if (input.login === 'none') {
    const { employeeid, is_new } = await runInBusiness(context, (scope) => insertWithoutLogin(scope, input)).catch(
      throwConstraintError(CONSTRAINT_ERRORS, errors),
    )
    if (is_new) logAdded(employeeid)
    return { employeeid }
  }
  if (input.login === 'invitation') {
    const { email, right } = input
    const invited = await invite(context, { email, right }, (scope) => insertWithoutLogin(scope, input)).catch((error) => {
      if (error instanceof InvitationRefused && error.reason === 'not proven') throw errors.NOT_PROVEN()
      return throwConstraintError(CONSTRAINT_ERRORS, errors)(error)
    })
    if (!invited) throw errors.NOT_CREATED()
    if (invited.is_new) logAdded(invited.employeeid)
    return { employeeid: invited.employeeid, ...(invited.invitation && { invitation: invited.invitation }) }
  }
  const inserted = await auth
    .createAccount({ password: input.password, clientIp, creator: person.user_id }, (hash) =>
      runInBusiness(context, (scope) => insertEmployee(scope, input, hash)),
    )
    .catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!inserted) throw errors.NOT_CREATED()
  const { employeeid, user_id, is_new } = inserted
  if (is_new) {
    logAdded(employeeid)
    return { employeeid, user_id }
  }
  // The hash of the request does not cover the password.
  const account = await scopes.asAuth((scope) => findPasswordHash(scope, user_id))
  const isRetry = account?.password && (await auth.verifyPassword({ hash: account.password, password: input.password }))
  if (!isRetry) throw errors.ALREADY_USED()
  return { employeeid, user_id }
})

const update = inBusiness.employees.update.handler(async ({ input: { employeeid, opened, ...details }, context, errors }) => {
  const { scope, log } = context
  const outcome = await updateEmployee(scope, { employeeid, details, opened }).catch(
    throwConstraintError(CONSTRAINT_ERRORS, errors),
  )
  logAccess(log, { employeeid, isenabled: details.isenabled, ...requireSaved(outcome, errors) })
})

type AccessChange = Access & { employeeid: number; isenabled: boolean }

function logAccess(log: Logger, { employeeid, isenabled, role_before, role_after, enabled_before }: AccessChange) {
  if (role_before !== role_after)
    log.info({ event: 'role_changed', employee: employeeid, from: role_before, to: role_after }, 'a role was changed')
  if (enabled_before === isenabled) return
  const [event, message] = isenabled
    ? ['employee_enabled', 'an employee was enabled']
    : ['employee_disabled', 'an employee was disabled']
  log.info({ event, employee: employeeid }, message)
}

const undo = inBusiness.employees.undo.handler(async ({ input: { employeeid, changeid }, context, errors }) => {
  const { scope, log } = context
  const employee = await findEmployee(scope, employeeid)
  if (!employee) throw errors.NOT_FOUND()
  if (employee.is_anonymous) throw errors.ANONYMOUS()
  const { firstname, lastname, siteid, position, hiredate, isenabled, disablereason, employee_code = null, version } = employee
  const current = { firstname, lastname, siteid, position, hiredate, isenabled, disablereason, employee_code }
  const details = { ...current, ...(await findValuesBefore(scope, { noun: 'employee', id: employeeid, changeid, current })) }
  const outcome = await updateEmployee(scope, { employeeid, details, opened: { version } }).catch(
    throwConstraintError(CONSTRAINT_ERRORS, errors),
  )
  if (outcome.status !== 'saved') throw errors.CHANGED_SINCE()
  logAccess(log, { employeeid, isenabled: details.isenabled, ...outcome })
})

const remove = inBusiness.employees.remove.handler(async ({ input: { employeeid }, context, errors }) => {
  const removed = await removeEmployee(context.scope, employeeid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!removed) throw errors.NOT_FOUND()
  context.log.info({ event: 'employee_removed', employee: employeeid, login: removed.user_id }, 'an employee was removed')
})

const setRight = inBusiness.employees.setRight.handler(async ({ input: { employeeid, right }, context, errors }) => {
  const given = await saveRight(context.scope, employeeid, right).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!given) throw errors.NOT_FOUND()
  if (!given.is_saved) throw errors.NO_LOGIN()
  context.log.info(
    { event: 'right_given', employee: employeeid, login: given.user_id, right },
    'the right of a person was changed',
  )
})

const setPin = signedIn.employees.setPin.handler(async ({ input: { employeeid, pin }, context, errors }) => {
  // Who may set none costs no hash. No transaction is held open while it is computed.
  const log = await runInBusiness(context, async (_scope, { businessid }) => context.identify({ business: businessid }))
  const verifier = pin === null ? null : await createPinVerifier(pin)
  const isSaved = await runInBusiness(context, (scope) => savePin(scope, employeeid, verifier)).catch(
    throwConstraintError(CONSTRAINT_ERRORS, errors),
  )
  if (!isSaved) throw errors.NOT_FOUND()
  log.info(
    { event: verifier ? 'till_pin_set' : 'till_pin_removed', employee: employeeid },
    'the till PIN of an employee was changed',
  )
})

const makeAnonymous = inBusiness.employees.makeAnonymous.handler(async ({ input: { employeeid }, context, errors }) => {
  const made = await makePersonAnonymous(context.scope, employeeid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
  if (!made) throw errors.NOT_FOUND()
  const { number, user_id } = made
  context.log.info({ event: 'employee_made_anonymous', employee: employeeid, login: user_id }, 'a person was made anonymous')
  return { number }
})

const access = inBusiness.employees.access.handler(async ({ input: { employeeid }, context: { scope }, errors }) => {
  const found = await findAccess(scope, employeeid)
  if (!found) throw errors.NOT_FOUND()
  return found
})

const endAccess = inBusiness.employees.endAccess.handler(async ({ input: { employeeid, disablereason }, context, errors }) => {
  const ended = await endAccessOf(context.scope, employeeid, disablereason).catch(
    throwConstraintError({ ...CONSTRAINT_ERRORS, employee__acting: 'OWN_ACCESS' }, errors),
  )
  if (!ended) throw errors.NOT_FOUND()
  const { user_id, sessions } = ended
  context.log.info(
    { event: 'access_ended', employee: employeeid, login: user_id, sessions },
    'the access of a person who leaves was ended',
  )
  return { sessions }
})

export const employees = {
  list,
  create,
  update,
  setRight,
  undo,
  remove,
  setPin,
  makeAnonymous,
  access,
  endAccess,
  imports,
  invitations,
}
