import { createHash, randomBytes } from 'node:crypto'
import type { SaleAnswer } from '../../contract/tills.ts'
import { isUnstorable, Refused } from '../../db/scope.ts'
import { inBusiness, open } from '../base.ts'
import { storeSales, unstorable } from './ingest.ts'
import { insertTill, listTills, revokeTill } from './queries.ts'

const KEY_PREFIX = 'wk_'
const KEY_BYTES = 32
const KEY_START_LENGTH = KEY_PREFIX.length + 6

const hashOf = (key: string) => createHash('sha256').update(key).digest()

const list = inBusiness.tills.list.handler(async ({ input, context, errors }) => {
  const tills = await listTills(context.scope, input.siteid)
  if (!tills) throw errors.NOT_FOUND()
  return tills
})

const create = inBusiness.tills.create.handler(async ({ input, context, errors }) => {
  const key = KEY_PREFIX + randomBytes(KEY_BYTES).toString('base64url')
  const till = await insertTill(context.scope, { ...input, key_start: key.slice(0, KEY_START_LENGTH), key_hash: hashOf(key) })
  if (!till) throw errors.NOT_FOUND()
  context.log.info({ user: context.person.user_id, site: input.siteid, till: till.tillid }, 'a till key was made')
  return { till, key }
})

const revoke = inBusiness.tills.revoke.handler(async ({ input, context, errors }) => {
  if (!(await revokeTill(context.scope, input.tillid))) throw errors.NOT_FOUND()
  context.log.info({ user: context.person.user_id, till: input.tillid }, 'a till key was revoked')
})

const push = open.tills.push.handler(async ({ input, context, errors }) => {
  const key = /^Bearer (wk_[\w-]{20,100})$/.exec(context.headers.get('authorization') ?? '')?.[1]
  if (!key) throw errors.UNAUTHORIZED()
  const hash = hashOf(key)
  const wait = await context.tillPace.waitFor(hash.toString('base64url'))
  if (wait > 0) {
    context.resHeaders?.set('retry-after', String(wait))
    throw errors.TOO_FAST()
  }
  const store = (sales: unknown[]) =>
    context.doors.asTill(hash, async (scope, till) => ({ ...(await storeSales(scope, till, sales)), businessid: till.businessid }))
  try {
    const { answers, hasStored, businessid } = await store(input.sales).catch((error) => {
      if (isUnstorable(error)) return oneByOne(input.sales, store)
      throw error
    })
    // Only here, after COMMIT: neither the till nor a browser hears of a sale that might still be lost.
    if (hasStored && businessid) context.live.announce(businessid)
    return { sales: answers }
  } catch (error) {
    throw error instanceof Refused ? errors.UNAUTHORIZED() : error
  }
})

type Stored = { answers: SaleAnswer[]; hasStored: boolean; businessid?: string }

/** The database refused a value that the schema lets through, such as a stock beyond its column: the others go on without it. */
async function oneByOne(sales: unknown[], store: (sales: unknown[]) => Promise<Stored>): Promise<Stored> {
  const all: Stored = { answers: [], hasStored: false }
  for (const [index, sale] of sales.entries()) {
    const { answers, ...one } = await store([sale]).catch((error): Stored => {
      if (isUnstorable(error)) return { answers: [unstorable(sale)], hasStored: false }
      throw error
    })
    all.hasStored ||= one.hasStored
    all.businessid ??= one.businessid
    for (const answer of answers) all.answers.push(answer.status === 'rejected' ? { ...answer, field: atIndex(answer.field, index) } : answer)
  }
  return all
}

const atIndex = (field: string, index: number) => field.replace('sales[0]', `sales[${index}]`)

export const tills = { list, create, revoke, push }
