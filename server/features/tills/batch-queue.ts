import { sql } from 'kysely'
import { CLOCK_AHEAD, type SaleAnswer } from '../../../contract/tills.ts'
import { createLimiter } from '../../../db/connection/limiter.ts'
import { isDataError, isRetryable, isUnreachable, ScopeRefused } from '../../../db/errors.ts'
import type { EnteredTills, Scope, TenantScopes } from '../../../db/tenant-scope.ts'
import { waitForStandby } from '../../shared/idempotency.ts'
import type { LiveChannel } from '../../shared/live-channel.ts'
import { type ParsedSale, rejectUnstorable } from '../../shared/store-sales/sold-sale.ts'
import { storeSales, storeValidSales } from '../../shared/store-sales/store-sales.ts'
import { storeMovements } from './drawer-movements.ts'
import { clearClock, setClock, setFirstSale, setTillEpoch } from './queries.ts'
import { keepRefusedSales, type SentRefused } from './refused-sales.ts'

/** Sales of one transaction. A single request may have more. */
const MAX_SALES_PER_TRANSACTION = 500
/** Transactions with more sales take long: others of the business begin beside them. */
const MAX_SHORT_SALES = 50
/** Transactions of a business at a time. */
const MAX_TRANSACTIONS = 3
/** Sales of one key in memory. */
const MAX_QUEUED_SALES = 20_000

/** Without the database, a request that waited this long is not tried itself: it would wait as long again. */
const MAX_WAIT_MS = 1_000

/** Of a business: one dry run at a time, so that they never take the connections of its sales. */
const DRY_RUNS = { perKey: 1, maxQueued: 40, waitMs: 4_000 }

type Sent = {
  keyHash: string
  sales: ParsedSale[]
  /** The epoch in which the till has sent all that it keeps, if it says so. */
  epoch: string | undefined
}
type Request = Sent & {
  queuedAt: number
  resolve(stored: Stored): void
  reject(error: unknown): void
}
/** The requests of a business that wait, in the order of their arrival, and those of each transaction that runs. */
type Queue = { waiting: Request[]; running: Set<Request[]> }

/** The answers to the sales of a request, and perhaps to others, and the epoch of the database that has them. */
type Stored = { answers: Map<ParsedSale, SaleAnswer>; epoch: string }

export type BatchQueue = ReturnType<typeof createBatchQueue>

/**
 * Stores the sales of tills. Requests of a business that arrive during a transaction share the next one: tills that send single sales
 * share its cost. The requests of a key are stored in their order.
 */
export function createBatchQueue(scopes: TenantScopes, live: LiveChannel) {
  const queues = new Map<string, Queue>()
  const dryRuns = createLimiter(DRY_RUNS)

  /** Stores the requests, and returns how to answer them. */
  async function storeBatch(queue: Queue, batch: Request[]) {
    try {
      const { refused, ...stored } = await storeRequests(scopes, live, batch)
      return () => {
        for (const request of batch) {
          if (refused.has(request.keyHash)) request.reject(new ScopeRefused('unknown key'))
          else request.resolve(stored)
        }
      }
    } catch (error) {
      const failed = isUnreachable(error) ? [...batch, ...removeOverdue(queue.waiting)] : batch
      return () => {
        for (const { reject } of failed) reject(error)
      }
    }
  }

  /** Begins as many transactions as the waiting requests need. */
  function processQueue(businessid: string, queue: Queue) {
    while (queue.waiting.length > 0 && needsTransaction(queue)) {
      const batch = takeBatch(queue)
      if (batch.length === 0) return
      queue.running.add(batch)
      void storeBatch(queue, batch).then((answer) => {
        queue.running.delete(batch)
        processQueue(businessid, queue)
        // PostgreSQL works on the next transaction while the requests of this one are answered.
        setImmediate(answer)
      })
    }
    if (queue.waiting.length === 0 && queue.running.size === 0) queues.delete(businessid)
  }

  /** A key that is not remembered waits alone. */
  const getQueueKey = (keyHash: string) => scopes.getRememberedBusiness(keyHash) ?? keyHash

  return {
    /** Whether the till should wait before it sends more. */
    isFull(keyHash: string) {
      const { waiting, running } = queues.get(getQueueKey(keyHash)) ?? { waiting: [], running: [] }
      return countSales([...waiting, ...[...running].flat()].filter((request) => request.keyHash === keyHash)) >= MAX_QUEUED_SALES
    },
    /** Throws ScopeRefused when the key is unknown or revoked. */
    store: (sent: Sent) =>
      new Promise<Stored>((resolve, reject) => {
        const key = getQueueKey(sent.keyHash)
        const queue = queues.get(key) ?? { waiting: [], running: new Set() }
        queues.set(key, queue)
        queue.waiting.push({ ...sent, queuedAt: performance.now(), resolve, reject })
        processQueue(key, queue)
      }),
    /** Answers as `store` and stores nothing. Throws QueueTimeout when many wait. */
    dryRun: (sent: Sent): Promise<Stored> => dryRuns.run(getQueueKey(sent.keyHash), () => dryRun(scopes, sent)),
    /** Keeps what is answered 'rejected', for a person to look at. Throws as `store` does. */
    keepRefused: (keyHash: string, refused: SentRefused[]) =>
      scopes.asTills([keyHash], async (scope, tills) => {
        for (const till of tills.values()) await keepRefusedSales(scope, till, refused)
      }),
    /** Stores what was paid into the drawer of a till and out of it. Throws as `store` does, and in a dry run as `dryRun`. */
    async storeMovements(keyHash: string, sent: unknown[], { isDryRun }: { isDryRun: boolean }) {
      const store = async (scope: Scope, tills: EnteredTills) => {
        const [till] = tills.values()
        if (!till) throw new ScopeRefused('unknown key')
        return { businessid: till.businessid, movements: await storeMovements(scope, till, sent) }
      }
      if (isDryRun) {
        const { movements } = await dryRuns.run(getQueueKey(keyHash), () => rollBackAfter(scopes, keyHash, store))
        return movements
      }
      const { businessid, movements } = await scopes.asTills([keyHash], store)
      live.announce(businessid)
      return movements
    },
  }
}

const countSales = (requests: Request[]) => requests.reduce((count, { sales }) => count + sales.length, 0)

/** While a short transaction runs, requests wait for the next one, unless they fill one. */
function needsTransaction({ waiting, running }: Queue) {
  if (running.size >= MAX_TRANSACTIONS) return false
  return countSales(waiting) > MAX_SHORT_SALES || [...running].every((batch) => countSales(batch) > MAX_SHORT_SALES)
}

/**
 * Removes the next batch from the queue: the first request of each key, then the second ones, as many as fit into one transaction and at
 * least one. Keys in another transaction wait, because that has locked the sums of their site.
 */
function takeBatch(queue: Queue) {
  const busy = new Set([...queue.running].flat().map(({ keyHash }) => keyHash))
  const rounds = new Map<string, number>()
  const inTurns = queue.waiting
    .filter(({ keyHash }) => !busy.has(keyHash))
    .map((request) => {
      const round = (rounds.get(request.keyHash) ?? 0) + 1
      rounds.set(request.keyHash, round)
      return { request, round }
    })
    .toSorted((a, b) => a.round - b.round)
  let count = 0
  const end = inTurns.findIndex(({ request: { sales } }, index) => {
    count += sales.length
    return index > 0 && count > MAX_SALES_PER_TRANSACTION
  })
  const batch = inTurns.slice(0, end === -1 ? undefined : end).map(({ request }) => request)
  const taken = new Set(batch)
  queue.waiting = queue.waiting.filter((request) => !taken.has(request))
  return batch
}

/** The requests come in the order of their arrival. */
function removeOverdue(waiting: Request[]) {
  const firstRecent = waiting.findIndex(({ queuedAt }) => performance.now() - queuedAt < MAX_WAIT_MS)
  return waiting.splice(0, firstRecent === -1 ? waiting.length : firstRecent)
}

/** The answers to the sales of all requests, but of those whose key is `refused`. */
async function storeRequests(scopes: TenantScopes, live: LiveChannel, requests: Request[]) {
  const keyHashes = [...new Set(requests.map(({ keyHash }) => keyHash))]
  const keyOf = new Map(requests.flatMap(({ keyHash, sales }) => sales.map((sale) => [sale, keyHash] as const)))
  const epochOf = new Map(requests.flatMap(({ keyHash, epoch }) => (epoch === undefined ? [] : [[keyHash, epoch] as const])))
  const answers: Stored['answers'] = new Map()
  const refused = new Set<string>()
  // Where a database of another epoch answers in between, the till sends these sales again.
  let firstEpoch: string | undefined

  const storeInTransaction = async (sales: ParsedSale[]) => {
    const attempt = () =>
      scopes.asTills(keyHashes, async (scope, tills) => ({
        tills,
        ...(await storeSalesOfTills(scope, tills, sales, { keyOf, epochOf })),
      }))
    const { tills, stored, hasStored } = await attempt().catch((error) => {
      if (isRetryable(error)) return attempt()
      throw error
    })
    for (const keyHash of keyHashes) if (!tills.has(keyHash)) refused.add(keyHash)
    for (const { sale, answer } of stored) answers.set(sale, answer)
    // After COMMIT, so that neither a till nor a browser learns of a sale that may be lost.
    const [till] = tills.values()
    firstEpoch ??= till?.current_epoch
    if (hasStored && till) live.announce(till.businessid)
  }
  await storeValidSales([...keyOf.keys()], storeInTransaction, (sale) => void answers.set(sale, rejectUnstorable(sale)))
  return { answers, refused, epoch: firstEpoch ?? '' }
}

class DryRunEnded extends Error {}

/** What `work` returns, from a transaction of its own that is rolled back. */
async function rollBackAfter<Result>(
  scopes: TenantScopes,
  keyHash: string,
  work: (scope: Scope, tills: EnteredTills) => Promise<Result>,
): Promise<Result> {
  const attempt = async () => {
    let results: Result[] = []
    await scopes
      .asTills([keyHash], async (scope, tills) => {
        results = [await work(scope, tills)]
        throw new DryRunEnded()
      })
      .catch((error) => {
        if (!(error instanceof DryRunEnded)) throw error
      })
    const [result] = results
    if (result === undefined) throw new Error('a dry run ended without an answer')
    return result
  }
  return attempt().catch((error) => {
    if (isRetryable(error)) return attempt()
    throw error
  })
}

/** Runs the statements of a request without storing anything. */
const dryRun = (scopes: TenantScopes, { keyHash, sales }: Sent): Promise<Stored> =>
  rollBackAfter(scopes, keyHash, async (scope, tills) => {
    const senders = { keyOf: new Map(sales.map((sale) => [sale, keyHash] as const)), epochOf: new Map<string, string>() }
    const answers: Stored['answers'] = new Map()
    const store = async (part: ParsedSale[]) => {
      await sql`savepoint part`.execute(scope)
      try {
        const { stored } = await storeSalesOfTills(scope, tills, part, senders)
        for (const { sale, answer } of stored) answers.set(sale, answer)
      } catch (error) {
        if (isDataError(error)) await sql`rollback to savepoint part`.execute(scope)
        throw error
      }
    }
    await storeValidSales(sales, store, (sale) => void answers.set(sale, rejectUnstorable(sale)))
    return { answers, epoch: tills.get(keyHash)?.current_epoch ?? '' }
  })

const isClockAhead = (answer: SaleAnswer) => answer.status === 'rejected' && answer.code === CLOCK_AHEAD

type Senders = { keyOf: Map<ParsedSale, string>; epochOf: Map<string, string> }

/** Stores each sale at the site of its till. */
async function storeSalesOfTills(scope: Scope, tills: EnteredTills, sales: ParsedSale[], { keyOf, epochOf }: Senders) {
  const placed = sales.flatMap((sale) => {
    const till = tills.get(keyOf.get(sale) ?? '')
    return till ? [{ sale, till }] : []
  })
  const { answers, hasStored } = await storeSales(
    scope,
    placed.map(({ sale, till }) => ({ ...sale, siteid: till.siteid })),
  )
  const stored = placed.flatMap(({ sale, till }, index) => {
    const answer = answers[index]
    return answer ? [{ sale, till, answer }] : []
  })
  if (!hasStored && answers.some(({ status }) => status === 'duplicate')) await waitForStandby(scope)
  for (const [keyHash, till] of tills) {
    const { epoch, current_epoch } = till
    if (epoch !== current_epoch && epochOf.get(keyHash) === current_epoch) await setTillEpoch(scope, till.tillid, current_epoch)
    const own = stored.filter(({ till: { tillid } }) => tillid === till.tillid)
    const created = own.flatMap(({ answer }) => (answer.status === 'created' ? answer.saleid : []))
    // The last one that shows the clock of now. A sale that is sent again shows that of its day.
    const last = own.findLast(({ answer }) => answer.status === 'created' || isClockAhead(answer))
    if (last && isClockAhead(last.answer)) await setClock(scope, till, last.sale.sale)
    else if (last && till.is_clock_ahead) await clearClock(scope, till.tillid)
    if (till.first_saleid === null && created.length > 0) await setFirstSale(scope, till.tillid, Math.min(...created))
  }
  return { stored, hasStored }
}
