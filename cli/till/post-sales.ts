import { setTimeout as delay } from 'node:timers/promises'
import { EPOCH_HEADER, type SaleAnswer } from '../../contract/tills.ts'
import { CannotRun } from '../shared/cannot-run.ts'

const RETRY_TIMEOUT_MS = 10 * 60_000
/** Shorter before the first answer: the URL is more likely wrong than the server restarting. */
const CONNECT_TIMEOUT_MS = 30_000
const MAX_BACKOFF_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000

type Sender = { url: string; key: string; onProblem(text: string): void }

export type SalesAnswers = { sales: SaleAnswer[]; epoch: string }
/** `epoch`: the one in which all kept sales were sent, for the server to know. */
export type SendSales = (sales: object[], epoch?: string) => Promise<SalesAnswers>

/** Sends batches and retries on errors of the network or the server, because sending a sale again stores nothing twice. */
export function createSalesSender({ url, key, onProblem }: Sender): SendSales {
  const endpoint = new URL('/api/v1/sales', url)
  let hasAnswered = false

  async function post(sales: object[], epoch?: string): Promise<SalesAnswers | { problem: string; waitMs?: number }> {
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'content-type': 'application/json',
          ...(epoch !== undefined && { [EPOCH_HEADER]: epoch }),
        },
        body: JSON.stringify({ sales }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.ok) return { ...JSON.parse(text), epoch: response.headers.get(EPOCH_HEADER) ?? '' }
      const problem = readField(text, 'message') ?? `status ${response.status}`
      if (response.status === 429) return { problem, waitMs: Number(response.headers.get('retry-after') ?? 1) * 1000 }
      // It may stay closed for weeks.
      if (readField(text, 'code') === 'BUSINESS_CLOSED') throw new CannotRun(`${problem} Run the command again then.`)
      if (response.status < 500) throw new CannotRun(`${endpoint.origin} refused the sales: ${problem}`)
      return { problem }
    } catch (error) {
      if (error instanceof CannotRun) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return { problem: cause instanceof Error ? cause.message : String(cause) }
    }
  }

  return async (sales, epoch) => {
    const startedAt = Date.now()
    for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const answer = await post(sales, epoch)
      if ('sales' in answer) {
        hasAnswered = true
        return answer
      }
      const { problem, waitMs = backoffMs } = answer
      if (Date.now() - startedAt > (hasAnswered ? RETRY_TIMEOUT_MS : CONNECT_TIMEOUT_MS))
        throw new CannotRun(`${endpoint.origin} does not answer: ${problem}. Run the command again to continue.`)
      onProblem(`${problem}; trying again`)
      await delay(waitMs)
    }
  }
}

function readField(text: string, field: 'code' | 'message'): string | undefined {
  try {
    return JSON.parse(text)[field]
  } catch {
    return undefined
  }
}
