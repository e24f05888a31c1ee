import { setTimeout as delay } from 'node:timers/promises'
import type { createOwner } from '../../server/testing/clients.ts'
import { startRetryingTill } from '../../server/testing/retrying-till.ts'
import type { DrillContext } from './drill.ts'
import { waitFor } from './programs.ts'

/** Together about 100 sales a second. */
const BATCH = 5
const PAUSE_MS = 190

const READS = [
  '/api/v1/dashboard/figures?from=2026-11-01&to=2026-11-22',
  '/api/v1/sales?from=2026-11-01&to=2026-11-30',
  '/api/v1/session',
]
const READ_TIMEOUT_MS = 20_000

type Given = { url: string; keys: string[]; owner: Pick<Awaited<ReturnType<typeof createOwner>>, 'fetch'> }

/** Tills that sell, and an owner who reads figures, until `stop`. */
export function startLoad({ onFinished }: Pick<DrillContext, 'onFinished'>, { url, keys, owner }: Given) {
  const tillAnswers: string[] = []
  const ownerAnswers: string[] = []
  /** Answers with 503 that do not say when to try again. */
  let unhelpful = 0
  const count = (answers: string[], response: Response | undefined) => {
    answers.push(String(response?.status ?? 'none'))
    if (response?.status === 503 && !response.headers.has('retry-after')) unhelpful++
  }

  let longestGap = 0
  const tills = keys.map((key, till) => {
    let answeredAt = performance.now()
    return startRetryingTill(url, key, {
      till,
      batch: BATCH,
      pauseMs: PAUSE_MS,
      onAnswer: (response) => {
        count(tillAnswers, response)
        if (!response?.ok) return
        longestGap = Math.max(longestGap, performance.now() - answeredAt)
        answeredAt = performance.now()
      },
    })
  })
  onFinished(() => tills.map((till) => till.giveUp()))

  let isStopped = false
  const read = async () => {
    while (!isStopped) {
      for (const path of READS) {
        const response = await owner.fetch(path, { signal: AbortSignal.timeout(READ_TIMEOUT_MS) }).catch(() => undefined)
        await response?.arrayBuffer().catch(() => undefined)
        count(ownerAnswers, response)
        if (!response?.ok) await delay(PAUSE_MS)
      }
    }
  }
  const reading = read()
  reading.catch(() => undefined) // thrown again by stop
  onFinished(() => {
    isStopped = true
  })
  const countSales = () => tills.reduce((sum, till) => sum + till.answered.size, 0)

  return {
    tillAnswers,
    ownerAnswers,
    countUnhelpful: () => unhelpful,
    countSales,
    /** Until every till has sold something more. */
    waitForSales: async () => {
      const before = tills.map((till) => till.answered.size)
      await waitFor(
        'sales of every till',
        async () => tills.every((till, index) => till.answered.size > (before[index] ?? 0) + BATCH) || undefined,
      )
    },
    /** The longest time in which a till had no answer to its sales, since it was last asked for. */
    takeLongestGap: () => {
      const gap = longestGap
      longestGap = 0
      return gap
    },
    stop: async () => {
      isStopped = true
      await Promise.all([reading, ...tills.map((till) => till.stop())])
      return new Map(tills.flatMap((till) => [...till.answered]))
    },
  }
}
