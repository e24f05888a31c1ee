import { isDataError, isRetryable } from '../../../db/errors.ts'
import type { TenantScopes } from '../../../db/tenant-scope.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { type ParsedSale, rejectUnstorable, type SaleAnswers, storeSales } from './store-sales.ts'

/** As many sales as one transaction takes, unless one request brings more. */
const TOGETHER = 500

/** Sales of one key that may wait in memory. */
const WAITING_MAX = 20_000

type Request = { sent: ParsedSale[]; resolve(answers: SaleAnswers): void; reject(error: unknown): void }

export type BatchQueue = ReturnType<typeof createBatchQueue>

/**
 * Stores what tills send, one transaction of a key at a time. What arrives with the key meanwhile goes into the next one
 * together: tills that send sale by sale share its cost, and no key holds more than one connection, however hard it pushes.
 */
export function createBatchQueue(scopes: TenantScopes, live: LiveChannel) {
  const queues = new Map<string, Request[]>()

  async function store(keyHash: Buffer, sent: ParsedSale[]): Promise<SaleAnswers> {
    const inTransaction = () =>
      scopes.asTill(keyHash, async (scope, till) => ({ ...(await storeSales(scope, till, sent)), businessid: till.businessid }))
    const { answers, hasStored, businessid } = await inTransaction().catch((error) => {
      if (isRetryable(error)) return inTransaction()
      throw error
    })
    // Only here, after COMMIT: neither the till nor a browser hears of a sale that might still be lost.
    if (hasStored) live.announce(businessid)
    return answers
  }

  /**
   * All at once, or, where the database refuses a value that the schema lets through (a stock beyond its column), each half by
   * itself, down to the sale that is at fault.
   */
  async function storeWhatCanBe(keyHash: Buffer, sent: ParsedSale[]): Promise<SaleAnswers> {
    try {
      return await store(keyHash, sent)
    } catch (error) {
      if (!isDataError(error)) throw error
      const [first] = sent
      if (first && sent.length === 1) return new Map([[first, rejectUnstorable(first)]])
      const middle = Math.ceil(sent.length / 2)
      const before = await storeWhatCanBe(keyHash, sent.slice(0, middle))
      return new Map([...before, ...(await storeWhatCanBe(keyHash, sent.slice(middle)))])
    }
  }

  async function work(key: string, keyHash: Buffer, queue: Request[]) {
    while (queue.length > 0) {
      const together = queue.splice(0, countThatFit(queue))
      try {
        const answers = await storeWhatCanBe(
          keyHash,
          together.flatMap(({ sent }) => sent),
        )
        for (const { resolve } of together) resolve(answers)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    queues.delete(key)
  }

  return {
    /** Whether so much waits already that the till should come again later. */
    isFull: (keyHash: Buffer) =>
      (queues.get(idOf(keyHash)) ?? []).reduce((sales, { sent }) => sales + sent.length, 0) >= WAITING_MAX,
    /** The answers to these sales, and perhaps to others. Throws Refused when the key is unknown or revoked. */
    take: (keyHash: Buffer, sent: ParsedSale[]) =>
      new Promise<SaleAnswers>((resolve, reject) => {
        const key = idOf(keyHash)
        const request = { sent, resolve, reject }
        const queue = queues.get(key)
        if (queue) queue.push(request)
        else {
          const begun = [request]
          queues.set(key, begun)
          void work(key, keyHash, begun)
        }
      }),
  }
}

const idOf = (keyHash: Buffer) => keyHash.toString('base64url')

/** How many requests from the head of the queue go together; the first one always does. */
function countThatFit(queue: Request[]) {
  let sales = 0
  const over = queue.findIndex(({ sent }, place) => {
    sales += sent.length
    return place > 0 && sales > TOGETHER
  })
  return over === -1 ? queue.length : over
}
