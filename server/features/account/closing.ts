import { sql } from 'kysely'
import { CLOSED_DAYS } from '../../../contract/shared/constants.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { ownSignIn, signedIn } from '../../rpc/procedure.ts'
import { requirePassword } from '../../rpc/right-password.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { describeErasure, findBackupsEnd } from '../../shared/describe-erasure.ts'

const DAY_MS = 24 * 3600 * 1000

type Options = {
  /** For how many days a backup of this server has what was deleted; undefined where it makes none. */
  backupDays: number | undefined
}

/** Closing the business, and opening it again. An owner who closes it keeps the session, to download the data and to open it again. */
export function createClosing({ backupDays }: Options) {
  const describe = (closed_at: Date | null, erase_at: Date) => ({
    closed_at,
    erase_at,
    ...findBackupsEnd(erase_at, backupDays),
  })

  const get = signedIn.account.closing.get.handler(({ context, errors }) =>
    runInBusiness(
      context,
      async (scope) => {
        if (!(await isRealOwner(scope, context.person.user_id))) throw errors.OWNER_ONLY()
        const { closed_at, erase_at } = await findClosing(scope)
        return describe(closed_at, erase_at ?? new Date(Date.now() + CLOSED_DAYS * DAY_MS))
      },
      'asOwner',
    ),
  )

  const close = ownSignIn.account.closing.close.handler(async ({ input, context, errors }) => {
    const { auth, person, log } = context
    await requirePassword(context, input.current, errors)
    const people = await runInBusiness(context, (scope) => closeBusiness(scope, person.sessionId)).catch(
      throwConstraintError({ business_users__owner: 'OWNER_ONLY' }, errors),
    )
    const [first] = people
    if (!first) throw new Error('a business was closed that nobody is in')
    log.warn({ event: 'business_closed', erase_at: first.erase_at }, 'an owner closed the business')
    const closing = describe(new Date(), first.erase_at)
    for (const { email, name, timezone } of people)
      auth.sendSecurityMail(email, 'business closed', name, describeErasure({ ...closing, timezone }))
    return closing
  })

  const reopen = signedIn.account.closing.reopen.handler(async ({ context, errors }) => {
    const { businessid, isReopened } = await runInBusiness(
      context,
      async (scope, { businessid }) => {
        if (!(await isRealOwner(scope, context.person.user_id))) throw errors.OWNER_ONLY()
        return { businessid, isReopened: await reopenBusiness(scope) }
      },
      'asOwner',
    )
    if (isReopened)
      context.identify({ business: businessid }).warn({ event: 'business_reopened' }, 'an owner opened the business')
  })

  return { get, close, reopen }
}

/** Not an admin who acts as the owner. */
async function isRealOwner(scope: Scope, userId: string) {
  const found = await scope
    .selectFrom('business_users')
    .select('role')
    .where('businessid', '=', currentBusiness)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found?.role === 'owner'
}

const findClosing = (scope: Scope) =>
  scope.selectFrom('business').select(['closed_at', 'erase_at']).where('id', '=', currentBusiness).executeTakeFirstOrThrow()

type ClosedPerson = { email: string; name: string; timezone: string; erase_at: Date }

/** Returns the owners and admins. */
const closeBusiness = async (scope: Scope, sessionId: string) =>
  (await sql<ClosedPerson>`select * from close_business(${sessionId}::uuid)`.execute(scope)).rows

async function reopenBusiness(scope: Scope) {
  const { rows } = await sql<{ is_reopened: boolean }>`select reopen_business() as is_reopened`.execute(scope)
  return rows[0]?.is_reopened === true
}
