import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { deriveReadKey, digestReadKey, generateReadKey } from '../../shared/read-key.ts'
import { insertReadKey, listReadKeys, revokeReadKey } from './queries.ts'

const CONSTRAINT_ERRORS = {
  business_users__owner: 'OWNER_ONLY',
  read_key_sites__site: 'NO_SITE',
  read_keys__too_many: 'TOO_MANY',
} as const

const list = inBusiness.readKeys.list.handler(({ context }) => listReadKeys(context.scope))

const createCreate = (authSecret: string) =>
  inBusiness.readKeys.create.handler(async ({ input: { request_id, ...input }, context, errors }) => {
    const { scope, businessid, log } = context
    const key = request_id === undefined ? generateReadKey() : deriveReadKey(authSecret, { businessid, request_id })
    const keyid = await insertReadKey(scope, { ...input, key: digestReadKey(key) }).catch(
      throwConstraintError(CONSTRAINT_ERRORS, errors),
    )
    log.info({ event: 'read_key_created', key: keyid, right: input.right }, 'a read key was created')
    return { keyid, key }
  })

const revoke = inBusiness.readKeys.revoke.handler(async ({ input: { keyid }, context, errors }) => {
  if (!(await revokeReadKey(context.scope, keyid).catch(throwConstraintError(CONSTRAINT_ERRORS, errors))))
    throw errors.NOT_FOUND()
  context.log.info({ event: 'read_key_revoked', key: keyid }, 'a read key was revoked')
})

export const createReadKeys = (authSecret: string) => ({ list, create: createCreate(authSecret), revoke })
