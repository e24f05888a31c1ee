import { isRetryable, isUnreachable } from '../../../db/errors.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { type ParsedSale, rejectUnstorable, type SaleAnswers, storeSales, storeValidSales } from '../../shared/store-sales.ts'
import { setFirstSale } from './queries.ts'

/** Sales of one transaction. A single request may have more. */
const MAX_SALES_PER_TRANSACTION = 500

/** Sales of one key in memory. */
const MAX_QUEUED_SALES = 20_000

/** Without the database, a request that waited this long is not tried itself: it would wait as long again. */
const MAX_WAIT_MS = 1_000

type Request = { sales: ParsedSale[]; queuedAt: number; resolve(answers: SaleAnswers): void; reject(error: unknown): void }

export type BatchQueue = ReturnType<typeof createBatchQueue>

/**
 * Stores the sales of tills, one transaction of a key at a time. Requests that arrive during a transaction share the next one: tills
 * that send single sales share its cost, and no key uses more than one connection.
 */
export function createBatchQueue(scopes: TenantScopes, live: LiveChannel) {
  const queues = new Map<string, Request[]>()

  async function storeInTransaction(keyHash: Buffer, sales: ParsedSale[]): Promise<SaleAnswers> {
    const attempt = () =>
      scopes.asTill(keyHash, async (scope, till) => {
        const stored = await storeSales(scope, till, sales)
        if (till.first_saleid === null && stored.hasStored) await setFirstSale(scope, till.tillid, stored.answers)
        return { ...stored, businessid: till.businessid }
      })
    const { answers, hasStored, businessid } = await attempt().catch((error) => {
      if (isRetryable(error)) return attempt()
      throw error
    })
    // After COMMIT, so that neither a till nor a browser learns of a sale that may be lost.
    if (hasStored) live.announce(businessid)
    return answers
  }

  async function storeBatch(keyHash: Buffer, sales: ParsedSale[]): Promise<SaleAnswers> {
    const answers: SaleAnswers = new Map()
    const store = async (part: ParsedSale[]) => {
      for (const [sale, answer] of await storeInTransaction(keyHash, part)) answers.set(sale, answer)
    }
    await storeValidSales(sales, store, (sale) => void answers.set(sale, rejectUnstorable(sale)))
    return answers
  }

  async function processQueue(key: string, keyHash: Buffer, queue: Request[]) {
    while (queue.length > 0) {
      const batch = queue.splice(0, countThatFit(queue))
      try {
        const answers = await storeBatch(
          keyHash,
          batch.flatMap(({ sales }) => sales),
        )
        for (const { resolve } of batch) resolve(answers)
      } catch (error) {
        const failed = isUnreachable(error) ? [...batch, ...removeOverdue(queue)] : batch
        for (const { reject } of failed) reject(error)
      }
    }
    queues.delete(key)
  }

  return {
    /** Whether the till should wait before it sends more. */
    isFull: (keyHash: Buffer) =>
      (queues.get(keyId(keyHash)) ?? []).reduce((count, { sales }) => count + sales.length, 0) >= MAX_QUEUED_SALES,
    /** The answers to these sales, and perhaps to others. Throws ScopeRefused when the key is unknown or revoked. */
    store: (keyHash: Buffer, sales: ParsedSale[]) =>
      new Promise<SaleAnswers>((resolve, reject) => {
        const key = keyId(keyHash)
        const request = { sales, queuedAt: performance.now(), resolve, reject }
        const queue = queues.get(key)
        if (queue) queue.push(request)
        else {
          const started = [request]
          queues.set(key, started)
          void processQueue(key, keyHash, started)
        }
      }),
  }
}

const keyId = (keyHash: Buffer) => keyHash.toString('base64url')

/** How many requests from the head of the queue fit into one transaction; at least one. */
function countThatFit(queue: Request[]) {
  let count = 0
  const end = queue.findIndex(({ sales }, index) => {
    count += sales.length
    return index > 0 && count > MAX_SALES_PER_TRANSACTION
  })
  return end === -1 ? queue.length : end
}

/** The requests come in the order of their arrival. */
function removeOverdue(queue: Request[]) {
  const firstRecent = queue.findIndex(({ queuedAt }) => performance.now() - queuedAt < MAX_WAIT_MS)
  return queue.splice(0, firstRecent === -1 ? queue.length : firstRecent)
}
