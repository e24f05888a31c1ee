import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { findOwners, mailOwners } from '../../rpc/mail-owners.ts'
import { inBusiness, ownSignIn } from '../../rpc/procedure.ts'
import { requirePassword } from '../../rpc/right-password.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { deriveReadKey, digestReadKey, generateReadKey } from '../../shared/read-key.ts'
import { insertReadKey, listReadKeys, revokeReadKey } from './queries.ts'

const CONSTRAINT_ERRORS = {
  business_users__owner: 'OWNER_ONLY',
  read_key_sites__site: 'NO_SITE',
  read_keys__too_many: 'TOO_MANY',
} as const

const list = inBusiness.readKeys.list.handler(({ context }) => listReadKeys(context.scope))

const createCreate = (authSecret: string) =>
  ownSignIn.readKeys.create.handler(async ({ input: { request_id, current, ...input }, context, errors }) => {
    const { auth, person, log } = context
    await requirePassword(context, current, errors)
    const created = await runInBusiness(context, async (scope, { businessid }) => {
      const key = request_id === undefined ? generateReadKey() : deriveReadKey(authSecret, { businessid, request_id })
      const keyid = await insertReadKey(scope, { ...input, key: digestReadKey(key) })
      return { keyid, key, owners: await findOwners(scope) }
    }).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))
    const { keyid, key, owners } = created
    log.info({ event: 'read_key_created', key: keyid, right: input.right }, 'a read key was created')
    mailOwners(auth, owners, 'read key created', input.name, person.email)
    return { keyid, key }
  })

const revoke = inBusiness.readKeys.revoke.handler(async ({ input: { keyid }, context, errors }) => {
  if (!(await revokeReadKey(context.scope, keyid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))))
    throw errors.NOT_FOUND()
  context.log.info({ event: 'read_key_revoked', key: keyid }, 'a read key was revoked')
})

export const createReadKeys = (authSecret: string) => ({ list, create: createCreate(authSecret), revoke })
