import { violates } from '../../../db/errors.ts'
import { verifyPassword } from '../../auth/passwords.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { createEmployee, findEmployee, findPasswordHash, listEmployees, removeEmployee, updateEmployee } from './queries.ts'

const list = inBusiness.employees.list.handler(({ input, context }) => listEmployees(context.scope, input))

// Below the rung that opens a transaction: none is held open while a password waits to be hashed.
const create = signedIn.employees.create.handler(async ({ input, context, errors }) => {
  const { scopes, auth, authRateLimit } = context
  const log = await runInBusiness(context, async (_scope, { businessid }) => context.identify({ business: businessid }))
  await authRateLimit.making(context.clientIp)
  // Hashed before anybody knows whether the e-mail is taken, so that the answer takes as long either way.
  const hash = await auth.hashPassword(input.password)
  const made = await runInBusiness(context, (scope) => createEmployee(scope, input, hash)).catch((error) => {
    throw violates(error, 'employee__site') ? errors.NO_SITE() : error
  })
  if (!made) throw errors.NOT_CREATED()

  const { employeeid, user_id, is_new, is_same } = made
  if (is_new) {
    log.info({ employee: employeeid, position: input.position }, 'an employee was added')
    return { employeeid, user_id }
  }
  const known = await scopes.asAuth((scope) => findPasswordHash(scope, user_id))
  const isRetry = is_same && known?.password && (await verifyPassword({ hash: known.password, password: input.password }))
  if (!isRetry) throw errors.ALREADY_USED()
  return { employeeid, user_id }
})

const update = inBusiness.employees.update.handler(async ({ input: { employeeid, opened, ...details }, context, errors }) => {
  const { scope, log } = context
  const was = await updateEmployee(scope, { employeeid, details, opened }).catch((error) => {
    if (violates(error, 'business__has_owner')) throw errors.LAST_OWNER()
    throw violates(error, 'employee__site') ? errors.NO_SITE() : error
  })
  if (!was) throw errors.NOT_FOUND()
  if (!was.is_saved) throw errors.VERSION_CONFLICT({ data: await findEmployee(scope, employeeid) })
  const who = { employee: employeeid }
  if (was.role_before !== was.role_after) log.info({ ...who, from: was.role_before, to: was.role_after }, 'a role was changed')
  if (was.enabled_before !== details.isenabled)
    log.info(who, details.isenabled ? 'an employee was enabled' : 'an employee was disabled')
})

const remove = inBusiness.employees.remove.handler(async ({ input: { employeeid }, context, errors }) => {
  const { scope, log } = context
  const removed = await removeEmployee(scope, employeeid).catch((error) => {
    if (violates(error, 'business__has_owner')) throw errors.LAST_OWNER()
    throw violates(error, 'foreign key') ? errors.IN_USE() : error
  })
  if (!removed) throw errors.NOT_FOUND()
  log.info({ employee: employeeid, login: removed.user_id }, 'an employee was removed')
})

export const employees = { list, create, update, remove }
