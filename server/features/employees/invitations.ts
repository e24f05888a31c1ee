import { sql } from 'kysely'
import { INVITATION_DAYS } from '../../../contract/invitations.ts'
import type { RightInput } from '../../../contract/rights.ts'
import { currentBusiness, currentUser } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { SignedIn } from '../../auth/sessions.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import type { RequestContext } from '../../rpc/request-context.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { personName } from '../../shared/list-query.ts'
import { CONSTRAINT_ERRORS } from './constraint-errors.ts'
import { findEmployee } from './queries.ts'

type Refusal = 'not proven' | 'not found' | 'taken' | 'has login' | 'disabled' | 'no right'

/** Nobody was invited, and the transaction is rolled back. */
export class InvitationRefused extends Error {
  readonly reason: Refusal
  constructor(reason: Refusal) {
    super(reason)
    this.reason = reason
  }
}

/** Without a right for the position Owner. */
type Invited = { email: string; right?: RightInput | undefined }

/** Saves an invitation in place of an earlier one. */
async function saveInvitation(scope: Scope, employeeid: number, { email, right }: Invited, tokenHash: Buffer) {
  const { rows } = await sql<{ outcome: 'invited' | Refusal | null }>`
    select invite_employee(${employeeid}, ${email}, ${right?.name ?? null}, ${right?.siteids ?? []}::bigint[],
                           ${right?.sees_costs ?? false}, ${tokenHash}, ${INVITATION_DAYS}) as outcome`.execute(scope)
  const outcome = rows[0]?.outcome ?? 'not found'
  if (outcome !== 'invited') throw new InvitationRefused(outcome)
}

/** What the mail names: the business and the person who invites. */
async function findInviter(scope: Scope) {
  const { rows } = await sql<{ business: string; inviter: string | null }>`
    select b.name as business, ${personName} as inviter
      from business b left join employee on employee.businessid = b.id and employee.user_id = ${currentUser}
     where b.id = ${currentBusiness}`.execute(scope)
  const [found] = rows
  if (!found) throw new Error('a business was entered that is not there')
  return found
}

const markMailed = (scope: Scope, employeeid: number, tokenHash: Buffer) =>
  scope
    .updateTable('invitations')
    .set({ mailed_at: sql`now()` })
    .where('businessid', '=', currentBusiness)
    .where('employeeid', '=', employeeid)
    .where('token_hash', '=', tokenHash)
    .execute()

/**
 * Invites the employee that `find` finds or adds, in one transaction, and mails the link after it: a mail that cannot be sent ends nothing.
 * An employee whom an earlier call of the same request has added is not invited again. Undefined when the address has a login.
 */
export async function invite(
  context: RequestContext & { person: SignedIn },
  invited: Invited,
  find: (scope: Scope) => Promise<{ employeeid: number; is_new: boolean }>,
) {
  const { auth, clientIp, person, log } = context
  const { email } = invited
  const businessid = await runInBusiness(context, async (_scope, entered) => entered.businessid)
  if (!(await auth.isProven(person))) throw new InvitationRefused('not proven')
  const created = await auth.createInvitation({ email, clientIp, inviter: person.user_id, businessid }, (tokenHash) =>
    runInBusiness(context, async (scope) => {
      const found = await find(scope)
      if (found.is_new) await saveInvitation(scope, found.employeeid, invited, tokenHash)
      return { ...found, tokenHash, sender: await findInviter(scope) }
    }).catch((error) => {
      if (error instanceof InvitationRefused && error.reason === 'taken') return undefined
      throw error
    }),
  )
  if (!created) return undefined
  const { token, saved } = created
  const { employeeid, is_new, tokenHash, sender } = saved
  if (is_new) log.info({ event: 'employee_invited', employee: employeeid }, 'an employee was invited')
  const isMailed =
    is_new && (await auth.mailInvitation({ email, token, business: sender.business, inviter: sender.inviter ?? person.email }))
  return runInBusiness(context, async (scope) => {
    if (isMailed) await markMailed(scope, employeeid, tokenHash)
    return { employeeid, is_new, invitation: (await findEmployee(scope, employeeid))?.invitation }
  })
}

type Code =
  | 'NOT_PROVEN'
  | 'NOT_FOUND'
  | 'HAS_LOGIN'
  | 'DISABLED'
  | 'NO_RIGHT'
  | 'NO_SITE'
  | 'OWNER_ONLY'
  | 'ANONYMOUS'
  | 'TILL_EMPLOYEE'
type Errors = Record<Code, () => Error>

/** Invites an employee who is there already. */
async function inviteEmployee(
  context: RequestContext & { person: SignedIn },
  { employeeid, ...invited }: Invited & { employeeid: number },
  errors: Errors,
) {
  const { invitation } =
    (await invite(context, invited, async () => ({ employeeid, is_new: true })).catch((error) => {
      if (!(error instanceof InvitationRefused)) return throwConstraintError(CONSTRAINT_ERRORS, errors)(error)
      if (error.reason === 'not proven') throw errors.NOT_PROVEN()
      if (error.reason === 'has login') throw errors.HAS_LOGIN()
      if (error.reason === 'disabled') throw errors.DISABLED()
      throw error.reason === 'no right' ? errors.NO_RIGHT() : errors.NOT_FOUND()
    })) ?? {}
  return invitation
}

// No transaction is held open while a mail is sent.
const create = signedIn.employees.invitations.create.handler(async ({ input, context, errors }) => {
  const invitation = await inviteEmployee(context, input, errors)
  if (!invitation) throw errors.NOT_CREATED()
  return invitation
})

const withdraw = inBusiness.employees.invitations.withdraw.handler(async ({ input: { employeeid }, context, errors }) => {
  const { numDeletedRows } = await context.scope
    .deleteFrom('invitations')
    .where('businessid', '=', currentBusiness)
    .where('employeeid', '=', employeeid)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw errors.NOT_FOUND()
  context.log.info({ event: 'invitation_withdrawn', employee: employeeid }, 'an invitation was withdrawn')
})

export const invitations = { create, withdraw }
