import { setTimeout as delay } from 'node:timers/promises'
import type { SaleAnswer } from '../../contract/tills.ts'
import { CannotRun } from '../shared/cannot-run.ts'

const RETRY_TIMEOUT_MS = 10 * 60_000
/** Shorter before the first answer: the URL is more likely wrong than the server restarting. */
const CONNECT_TIMEOUT_MS = 30_000
const MAX_BACKOFF_MS = 10_000
const REQUEST_TIMEOUT_MS = 60_000

type Sender = { url: string; key: string; onProblem(text: string): void }

/** Sends batches and retries on errors of the network or the server, because sending a sale again stores nothing twice. */
export function createSalesSender({ url, key, onProblem }: Sender) {
  const endpoint = new URL('/api/v1/sales', url)
  let hasAnswered = false

  async function post(sales: object[]): Promise<{ sales: SaleAnswer[] } | { problem: string; waitMs?: number }> {
    try {
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ sales }),
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      })
      const text = await response.text()
      if (response.ok) return JSON.parse(text)
      const problem = readMessage(text) ?? `status ${response.status}`
      if (response.status === 429) return { problem, waitMs: Number(response.headers.get('retry-after') ?? 1) * 1000 }
      if (response.status < 500) throw new CannotRun(`${endpoint.origin} refused the sales: ${problem}`)
      return { problem }
    } catch (error) {
      if (error instanceof CannotRun) throw error
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      return { problem: cause instanceof Error ? cause.message : String(cause) }
    }
  }

  return async (sales: object[]): Promise<SaleAnswer[]> => {
    const startedAt = Date.now()
    for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, MAX_BACKOFF_MS)) {
      const answer = await post(sales)
      if ('sales' in answer) {
        hasAnswered = true
        return answer.sales
      }
      const { problem, waitMs = backoffMs } = answer
      if (Date.now() - startedAt > (hasAnswered ? RETRY_TIMEOUT_MS : CONNECT_TIMEOUT_MS))
        throw new CannotRun(`${endpoint.origin} does not answer: ${problem}. Run the command again to continue.`)
      onProblem(`${problem}; trying again`)
      await delay(waitMs)
    }
  }
}

function readMessage(text: string): string | undefined {
  try {
    return JSON.parse(text).message
  } catch {
    return undefined
  }
}
