import { createHash, randomBytes } from 'node:crypto'
import { ScopeRefused } from '../../../db/errors.ts'
import { inBusiness, open } from '../../rpc/procedure.ts'
import type { BatchQueue } from './batch-queue.ts'
import { insertTill, listTills, revokeTill } from './queries.ts'
import { parseSales } from './store-sales.ts'
import type { TillRateLimit } from './till-rate-limit.ts'

type Parts = { batchQueue: BatchQueue; tillRateLimit: TillRateLimit }

const KEY_PREFIX = 'wk_'
const KEY_BYTES = 32
const KEY_START_LENGTH = KEY_PREFIX.length + 6

const hashKey = (key: string) => createHash('sha256').update(key).digest()

const list = inBusiness.tills.list.handler(async ({ input, context, errors }) => {
  const tills = await listTills(context.scope, input.siteid)
  if (!tills) throw errors.NOT_FOUND()
  return tills
})

const create = inBusiness.tills.create.handler(async ({ input, context, errors }) => {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const till = await insertTill(context.scope, { ...input, key_start: key.slice(0, KEY_START_LENGTH), key_hash: hashKey(key) })
  if (!till) throw errors.NOT_FOUND()
  context.log.info({ event: 'till_key_created', site: input.siteid, till: till.tillid }, 'a till key was created')
  return { till, key }
})

const revoke = inBusiness.tills.revoke.handler(async ({ input, context, errors }) => {
  if (!(await revokeTill(context.scope, input.tillid))) throw errors.NOT_FOUND()
  context.log.info({ event: 'till_key_revoked', till: input.tillid }, 'a till key was revoked')
})

const createPush = ({ batchQueue, tillRateLimit }: Parts) =>
  open.tills.push.handler(async ({ input, context, errors }) => {
    const key = /^bearer +(wk_[\w-]{20,100})$/i.exec(context.headers.get('authorization') ?? '')?.[1]
    if (!key) throw errors.UNAUTHORIZED({ message: 'Send the till’s key: Authorization: Bearer wk_…' })
    context.identify({ till: key.slice(0, KEY_START_LENGTH) })
    const hash = hashKey(key)
    const wait = (await tillRateLimit.waitFor(hash.toString('base64url'))) || (batchQueue.isFull(hash) ? 1 : 0)
    if (wait > 0) {
      context.resHeaders?.set('retry-after', String(wait))
      throw errors.TOO_FAST()
    }
    const results = parseSales(input.sales)
    try {
      const answers = await batchQueue.store(
        hash,
        results.filter((result) => 'sale' in result),
      )
      return { sales: results.flatMap((result) => ('sale' in result ? (answers.get(result) ?? []) : result)) }
    } catch (error) {
      throw error instanceof ScopeRefused ? errors.UNAUTHORIZED() : error
    }
  })

export const createTills = (parts: Parts) => ({ list, create, revoke, push: createPush(parts) })
