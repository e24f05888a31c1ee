import { ORPCError } from '@orpc/server'
import { EPOCH_HEADER, type SaleAnswer } from '../../../contract/tills.ts'
import { isDataError } from '../../../db/errors.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { inBusiness, open } from '../../rpc/procedure.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { UNSTORABLE } from '../../shared/store-sales/sold-sale.ts'
import type { BatchQueue } from './batch-queue.ts'
import { parseSales } from './parse-sales.ts'
import { insertTill, listClocksAhead, listTills, revokeTill } from './queries.ts'
import {
  findRefusedSale,
  listRefusedSales,
  type SentRefused,
  setAnswer,
  storeRefusedSale,
  sumRefusedSales,
} from './refused-sales.ts'
import { toRefusal } from './till-guard.ts'
import { deriveTillKey, digestTillKey, generateTillKey, readTillKey } from './till-key.ts'

const list = inBusiness.tills.list.handler(async ({ input, context, errors }) => {
  const tills = await listTills(context.scope, input.siteid)
  if (!tills) throw errors.NOT_FOUND()
  return tills
})

const clocksAhead = inBusiness.tills.clocksAhead.handler(({ context }) => listClocksAhead(context.scope))

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

type Parts = { batchQueue: BatchQueue }

/** Behind till-guard.ts, which has checked the key and the limits before the body was read. */
const createPush = ({ batchQueue }: Parts) =>
  open.tills.push.handler(async ({ input, context, errors }) => {
    const key = readTillKey(context.headers)
    if (!key) throw errors.UNAUTHORIZED()
    const isDryRun = readDryRun(context.query)
    const results = await parseSales(input.sales)
    try {
      const { answers, epoch } = await batchQueue[isDryRun ? 'dryRun' : 'store']({
        keyHash: key.hash,
        sales: results.filter((result) => 'sale' in result),
        epoch: context.headers.get(EPOCH_HEADER) ?? undefined,
      })
      context.resHeaders?.set(EPOCH_HEADER, epoch)
      const sales = results.flatMap((result) => ('sale' in result ? (answers.get(result) ?? []) : result))
      if (isDryRun) return { dry_run: true, sales }
      const refused = findRefused(input.sales, sales)
      if (refused.length > 0) await batchQueue.keepRefused(key.hash, refused)
      return { sales }
    } catch (error) {
      throw toRefusal(error, context, errors)
    }
  })

export const createPushMovements = ({ batchQueue }: Parts) =>
  open.drawerMovements.push.handler(async ({ input, context, errors }) => {
    const key = readTillKey(context.headers)
    if (!key) throw errors.UNAUTHORIZED()
    try {
      const isDryRun = readDryRun(context.query)
      const movements = await batchQueue.storeMovements(key.hash, input.movements, { isDryRun })
      return { ...(isDryRun && { dry_run: true }), movements }
    } catch (error) {
      throw toRefusal(error, context, errors)
    }
  })

/** Another value than true and false is an error: a sale that is real might be lost, or one that is not be stored. */
function readDryRun(query: URLSearchParams) {
  const values = query.getAll('dry_run')
  if (values.some((value) => value !== 'true' && value !== 'false') || values.length > 1)
    throw new ORPCError('UNPROCESSABLE_CONTENT', { status: 422, message: 'dry_run: Send true or false.' })
  return values[0] === 'true'
}

/** Those that are rejected, but not what the same request has corrected. */
function findRefused(sent: unknown[], answers: SaleAnswer[]): SentRefused[] {
  const stored = new Set(answers.flatMap(({ status, reference }) => (status === 'rejected' ? [] : reference)))
  return answers.flatMap((answer, index) =>
    answer.status === 'rejected' && !stored.has(answer.reference ?? '') ? { raw: sent[index], answer } : [],
  )
}

/** Sales that were rejected, and what a person does with them. */
export const createRefusedSales = (live: LiveChannel) => ({
  list: inBusiness.refusedSales.list.handler(({ input, context }) => listRefusedSales(context.scope, input)),
  sums: inBusiness.refusedSales.sums.handler(({ context }) => sumRefusedSales(context.scope)),
  get: inBusiness.refusedSales.get.handler(async ({ input, context, errors }) => {
    const sale = await findRefusedSale(context.scope, input.refusedid)
    if (!sale) throw errors.NOT_FOUND()
    return sale
  }),
  store: inBusiness.refusedSales.store.handler(async ({ input, context, errors }) => {
    const { scope, businessid, afterCommit } = context
    const outcome = await storeRefusedSale(scope, input).catch((error) => {
      throw isDataError(error) ? errors.STILL_REFUSED({ message: UNSTORABLE }) : error
    })
    if (!outcome) throw errors.NOT_FOUND()
    if ('refused' in outcome) throw errors.STILL_REFUSED({ message: outcome.refused })
    afterCommit(async () => live.announce(businessid))
    return outcome
  }),
  setAside: inBusiness.refusedSales.setAside.handler(async ({ input, context, errors }) => {
    const answer = input.is_set_aside ? 'set aside' : null
    if (!(await setAnswer(context.scope, input.refusedid, answer))) throw errors.NOT_FOUND()
  }),
})

export const createTills = ({ authSecret, ...parts }: Parts & { authSecret: string }) => ({
  list,
  clocksAhead,
  create: createCreate(authSecret),
  revoke,
  push: createPush(parts),
})
