import { EPOCH_HEADER } from '../../../contract/tills.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, open } from '../../rpc/procedure.ts'
import type { KeyRateLimit } from '../../shared/key-rate-limit.ts'
import type { BatchQueue } from './batch-queue.ts'
import { parseSales } from './parse-sales.ts'
import { insertTill, listTills, revokeTill } from './queries.ts'
import { CLOSED_WAIT_SECONDS } from './till-guard.ts'
import { deriveTillKey, digestTillKey, generateTillKey, readTillKey } from './till-key.ts'

const list = inBusiness.tills.list.handler(async ({ input, context, errors }) => {
  const tills = await listTills(context.scope, input.siteid)
  if (!tills) throw errors.NOT_FOUND()
  return tills
})

const createCreate = (authSecret: string) =>
  inBusiness.tills.create.handler(async ({ input: { request_id, ...input }, context, errors }) => {
    const { scope, businessid, log } = context
    const key = request_id === undefined ? generateTillKey() : deriveTillKey(authSecret, { businessid, request_id })
    const { start, hash } = digestTillKey(key)
    const till = await insertTill(scope, { ...input, key_start: start, key_hash: Buffer.from(hash, 'hex') }).catch(
      throwConstraintError({}, errors),
    )
    if (!till) throw errors.NOT_FOUND()
    log.info({ event: 'till_key_created', site: input.siteid, till: till.tillid }, 'a till key was created')
    return { till, key }
  })

const revoke = inBusiness.tills.revoke.handler(async ({ input, context, errors }) => {
  if (!(await revokeTill(context.scope, input.tillid))) throw errors.NOT_FOUND()
  context.log.info({ event: 'till_key_revoked', till: input.tillid }, 'a till key was revoked')
})

type Parts = { batchQueue: BatchQueue; tillRateLimit: KeyRateLimit }

/** Behind till-guard.ts, which has checked the key and the limits before the body was read. */
const createPush = ({ batchQueue, tillRateLimit }: Parts) =>
  open.tills.push.handler(async ({ input, context, errors }) => {
    const key = readTillKey(context.headers)
    if (!key) throw errors.UNAUTHORIZED()
    const results = await parseSales(input.sales)
    try {
      const { answers, epoch } = await batchQueue.store({
        keyHash: key.hash,
        sales: results.filter((result) => 'sale' in result),
        epoch: context.headers.get(EPOCH_HEADER) ?? undefined,
      })
      context.resHeaders?.set(EPOCH_HEADER, epoch)
      const sales = results.flatMap((result) => ('sale' in result ? (answers.get(result) ?? []) : result))
      const rejected = input.sales.filter((_, index) => sales[index]?.status === 'rejected')
      if (rejected.length > 0) await tillRateLimit.countWrong(key, JSON.stringify(rejected).length)
      return { sales }
    } catch (error) {
      if (!(error instanceof ScopeRefused)) throw error
      if (error.reason !== 'closed') throw errors.UNAUTHORIZED()
      context.resHeaders?.set('retry-after', String(CLOSED_WAIT_SECONDS))
      throw errors.BUSINESS_CLOSED()
    }
  })

export const createTills = ({ authSecret, ...parts }: Parts & { authSecret: string }) => ({
  list,
  create: createCreate(authSecret),
  revoke,
  push: createPush(parts),
})
