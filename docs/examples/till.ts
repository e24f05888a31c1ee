// Sends the sales of a till: node till.ts sales.jsonl, with WINKEL_URL and WINKEL_TILL_KEY. docs/tills.md explains the calls.
// The till adds one sale a line to the file, and a run sends those without an answer. Beside it, sales.jsonl.kept has what was stored
// in the last 14 days, and sales.jsonl.rejected what a person has to look at.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const MAX_SALES = 500
export type Sale = { reference: string } & Record<string, unknown>
export type Answer = { reference: string | null; status: 'created' | 'duplicate' | 'rejected'; reason?: string; field?: string }
/** `onProblem` may throw to give up. `sinceMs` is the time since the first attempt. */
export type Server = { url: string; key: string; onProblem(problem: { message: string; code?: string; sinceMs: number }): void }
/** The key or the request is wrong, so sending it again does not help. */
export class Refusal extends Error {}

/** Sends at most 500 sales until they are answered. The server stores each reference once. */
export async function sendSales({ url, key, onProblem }: Server, sales: Sale[], epoch = '') {
  const startedAt = Date.now()
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...(epoch && { 'winkel-epoch': epoch }) }
  const noAnswer = ({ message, cause }: Error) =>
    Response.json({ message: cause instanceof Error ? cause.message : message }, { status: 503 })
  for (let backoffMs = 500; ; backoffMs = Math.min(backoffMs * 2, 10_000)) {
    const request = { method: 'POST', headers, body: JSON.stringify({ sales }), signal: AbortSignal.timeout(60_000) }
    const response = await fetch(new URL('/api/v1/sales', url), request).catch(noAnswer)
    const body = (await response.json().catch(() => ({}))) as { sales?: Answer[]; message?: string; code?: string }
    const { sales: answers, message = `status ${response.status}`, code } = body
    if (answers) return { answers, epoch: response.headers.get('winkel-epoch') ?? '' }
    if (response.status >= 400 && response.status < 500 && response.status !== 429) throw new Refusal(message)
    onProblem({ message, code, sinceMs: Date.now() - startedAt })
    await delay(Number(response.headers.get('retry-after')) * 1000 || backoffMs)
  }
}

/** Keeps stored sales in a file, and sends them again when an answer has another epoch: the database was restored. */
export function openTill(server: Server, file: string, onSentAgain: (sales: Sale[], answers: Answer[]) => void) {
  const oldest = new Date(Date.now() - 14 * 24 * 3600 * 1000).toISOString()
  const lines = readLines(file).filter(({ epoch, at }) => epoch || at >= oldest)
  const kept = new Map<string, Sale>(lines.flatMap(({ sale }) => (sale ? [[sale.reference, sale]] : [])))
  let epoch: string = lines.findLast((line) => line.epoch)?.epoch ?? ''
  addLines(`${file}.new`, lines, 'w')
  renameSync(`${file}.new`, file)

  async function changeEpoch(next: string): Promise<void> {
    const sales = [...kept.values()]
    for (let first = 0; first < sales.length; first += MAX_SALES) {
      const batch = sales.slice(first, first + MAX_SALES)
      // The epoch in the last request says that all are sent.
      const { answers, epoch: answered } = await sendSales(server, batch, first + MAX_SALES < sales.length ? '' : next)
      if (answered !== next) return changeEpoch(answered)
      onSentAgain(batch, answers)
    }
    epoch = next
    addLines(file, [{ epoch }])
  }
  async function send(sales: Sale[]) {
    const { answers, epoch: answered } = await sendSales(server, sales, epoch)
    if (epoch === '') await changeEpoch(answered)
    const stored = sales.filter((sale, nth) => answers[nth]?.status !== 'rejected' && !kept.has(sale.reference))
    for (const sale of stored) kept.set(sale.reference, sale)
    const added = stored.map((sale) => ({ at: new Date().toISOString(), sale }))
    addLines(file, added)
    if (answered !== epoch) await changeEpoch(answered)
    return answers
  }
  return { kept, send }
}

/** Without a last line that is not complete yet. A line that is no JSON is rejected by the server. */
const readLines = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1).map(parseLine) : [])
function parseLine(line: string) {
  try {
    return JSON.parse(line)
  } catch {
    return { unreadable: line }
  }
}
function addLines(file: string, lines: object[], flag = 'a') {
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  writeFileSync(file, text, { flag, mode: 0o600, flush: true })
}

if (import.meta.main) {
  const file = process.argv[2] ?? 'sales.jsonl'
  const { WINKEL_URL: url = '', WINKEL_TILL_KEY: key = '' } = process.env
  const keepRejected = (sales: Sale[], answers: Answer[]) => {
    const lines = answers.flatMap((answer, nth) => (answer.status === 'rejected' ? [{ ...answer, sale: sales[nth] }] : []))
    addLines(`${file}.rejected`, lines)
  }
  const till = openTill({ url, key, onProblem: ({ message }) => console.error(message) }, `${file}.kept`, keepRejected)
  const known = [...till.kept.values(), ...readLines(`${file}.rejected`).map(({ sale }) => sale)]
  const answered = new Set(known.map((sale) => JSON.stringify(sale)))
  const waiting = readLines(file).filter((sale) => !answered.has(JSON.stringify(sale)))
  while (waiting.length > 0) {
    const sales = waiting.splice(0, MAX_SALES)
    keepRejected(sales, await till.send(sales))
  }
}
