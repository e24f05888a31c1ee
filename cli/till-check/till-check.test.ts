import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, openTill, type Sale } from '../../docs/examples/till.ts'
import { runWinkel, startWinkelProcess } from '../testing/run-winkel.ts'
import { describeResult, startTillCheck, type TillCheckResult } from './till-check.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'winkel-till-check-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Check = Awaited<ReturnType<typeof startTillCheck>>

async function startCheck(context: { onTestFinished(close: () => void): void }, retryAfterSeconds = 0) {
  const check = await startTillCheck({ host: '127.0.0.1', port: 0, lateMs: 1, stopMs: 1, retryAfterSeconds })
  context.onTestFinished(check.stop)
  return check
}

let count = 0
const createSales = (amount = 3): Sale[] =>
  Array.from({ length: amount }, () => ({
    reference: `TILL1-${++count}`,
    saledate: '2026-11-21T14:05:00+02:00',
    items: [{ barcode: '6001234567890', quantity: 1, price: 10 }],
  }))

type Reply = { status: number; answers?: Answer[]; epoch?: string; retryAfter: number }

/** Sends a request once. Status 0 when no answer came. */
async function post(
  { url, key }: Pick<Check, 'url' | 'key'>,
  sales: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const response = await fetch(`${url}/api/v1/sales`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    body: typeof sales === 'string' ? sales : JSON.stringify({ sales }),
  }).catch(() => undefined)
  const body = (await response?.json().catch(() => undefined)) as { sales?: Answer[] } | undefined
  return {
    ...{
      status: body ? (response?.status ?? 0) : 0,
      answers: body?.sales,
      epoch: response?.headers.get('winkel-epoch') ?? undefined,
    },
    retryAfter: Number(response?.headers.get('retry-after')),
  }
}

/** How a till is wrong. */
type Faults = {
  dropsWithoutAnswer?: boolean
  changesReference?: boolean
  ignoresRetryAfter?: boolean
  sendsRejectedAgain?: boolean
  stopsAtRejection?: boolean
  ignoresEpoch?: boolean
  claimsEpoch?: boolean
}

/** A till with one request at a time, and no pauses but those that it is asked for. */
async function runTill(check: Check, faults: Faults = {}) {
  let result: TillCheckResult | undefined
  void check.done.then((ended) => {
    result = ended
  })
  const kept: Sale[] = []
  let queue: Sale[] = []
  let epoch = ''
  while (!result) {
    if (queue.length < 3) queue.push(...createSales())
    const { status, answers, epoch: answered, retryAfter } = await post(check, queue, epoch ? { 'winkel-epoch': epoch } : {})
    if (!answers) {
      if (status !== 0 && retryAfter > 0 && !faults.ignoresRetryAfter)
        await new Promise((resolve) => setTimeout(resolve, retryAfter * 1000))
      if (status === 0 && faults.dropsWithoutAnswer) queue = []
      if (status === 0 && faults.changesReference) queue = queue.map((sale) => ({ ...sale, reference: `TILL1-${++count}` }))
      continue
    }
    const rejected = queue.filter((_, nth) => answers[nth]?.status === 'rejected')
    kept.push(...queue.filter((sale, nth) => answers[nth]?.status !== 'rejected' && !kept.includes(sale)))
    queue = faults.sendsRejectedAgain ? rejected : []
    if (rejected.length > 0 && faults.stopsAtRejection) break
    if (answered && answered !== epoch && !faults.ignoresEpoch) {
      if (epoch !== '' && !faults.claimsEpoch) await post(check, kept)
      epoch = answered
    }
  }
  check.stop()
  return check.done
}

const findWrong = ({ steps, faults }: TillCheckResult) => [
  ...steps.flatMap(({ what, result, faults }) => (result === 'right' ? [] : [`${what}: ${faults.join(' ') || result}`])),
  ...faults,
]

test('till check: the example of the documents does everything right', async (context) => {
  const check = await startCheck(context, 1)
  let isOver = false
  void check.done.then(() => {
    isOver = true
  })
  const onProblem = () => {
    if (isOver) throw new Error('the check is over')
  }
  const till = openTill({ ...check, onProblem }, join(folder, 'kept.jsonl'), () => undefined)
  while (!isOver) await till.send(createSales()).catch((error) => expect(isOver, String(error)).toBe(true))
  const result = await check.done
  expect(findWrong(result)).toEqual([])
  expect(result.passed).toBe(true)
  expect(describeResult(result)).toContain('The till did everything right.')
}, 60_000)

test('till check: a plain till that does what the documents say passes', async (context) => {
  expect(findWrong(await runTill(await startCheck(context, 1)))).toEqual([])
})

const LOST = 'Sales whose answer was lost did not come again under the same reference.'
test.each<[string, Faults, string[]]>([
  [
    'drops sales without an answer',
    { dropsWithoutAnswer: true },
    [`cuts the connection before it stores: ${LOST}`, `cuts the connection after it has stored: ${LOST}`],
  ],
  [
    'gives a sale another reference when it sends it again',
    { changesReference: true },
    [`cuts the connection before it stores: ${LOST}`, `cuts the connection after it has stored: ${LOST}`],
  ],
  [
    'sends a rejected sale in every request',
    { sendsRejectedAgain: true },
    ['rejects one sale of a request: After a sale was rejected, no request came without it: set it aside, and send the others.'],
  ],
  [
    'ignores a new epoch',
    { ignoresEpoch: true },
    [
      'was restored from a backup: the answer has another Winkel-Epoch: Kept sales were not sent again, or not followed by the new Winkel-Epoch in the header of a request.',
    ],
  ],
  [
    'says that it has sent again what it has not',
    { claimsEpoch: true },
    [
      expect.stringMatching(
        /^was restored .*: The till says with Winkel-Epoch that all is sent, and \d+ kept sales are missing\.$/,
      ),
    ],
  ],
])('till check: finds a till that %s', async (_, faults, wrong) => {
  // Without seconds to wait, so that the test has none.
  const check = await startTillCheck({ host: '127.0.0.1', port: 0, lateMs: 1, stopMs: 1, retryAfterSeconds: 0 })
  expect(findWrong(await runTill(check, faults))).toEqual(wrong)
})

test('till check: finds a till that ignores Retry-After', async (context) => {
  const result = await runTill(await startCheck(context, 1), { ignoresRetryAfter: true })
  expect(findWrong(result)).toEqual(['A request came before the seconds of Retry-After were over.'])
})

test('till check: finds a till that stops at a rejection, and names what was not reached', async (context) => {
  const result = await runTill(await startCheck(context), { stopsAtRejection: true })
  expect(findWrong(result)).toEqual([
    'rejects one sale of a request: After a sale was rejected, no request came without it: set it aside, and send the others.',
    'does not listen for some seconds: not reached',
    'was restored from a backup: the answer has another Winkel-Epoch: not reached',
  ])
  expect(result.passed).toBe(false)
})

test('till check: finds wrong requests, sales that are not valid and references that are used twice', async (context) => {
  const check = await startCheck(context)
  const [sale] = createSales(1)
  const send = async (sales: unknown, headers?: Record<string, string>) => (await post(check, sales, headers)).status
  expect(await send([sale], { authorization: 'Bearer wk_x' })).toBe(401)
  expect(await send([sale], { 'content-type': 'text/plain' })).toBe(415)
  expect(await send('{"sales":')).toBe(422)
  expect(await send(createSales(501))).toBe(422)
  expect(await send([{ ...sale, note: 'x'.repeat(2 * 1024 * 1024) }])).toBe(413)
  expect((await post(check, [{ ...sale, tip: 5 }])).answers).toMatchObject([{ status: 'rejected', field: 'sales[0]' }])
  await post(check, [sale])
  for (let nth = 0; nth < 3; nth++) await post(check, [{ ...sale, saledate: '2026-11-21T12:05:00.000Z' }])
  await post(check, [{ ...sale, saledate: '2026-11-21T12:06:00Z' }])
  check.stop()
  expect((await check.done).faults).toEqual([
    'A request did not have the key: Authorization: Bearer wk_…',
    'Send Content-Type: application/json.',
    'Send an object with a list, sales.',
    'Send at most 500 sales at once.',
    'A request is at most 2 MiB.',
    'A sale is not valid: There is no such field: tip.',
    `${sale?.reference} was sent with another content than before. A reference is for one sale, for ever.`,
  ])
})

test('winkel till-check: prints URL, key and what was not reached, and ends with Ctrl-C', async () => {
  const { child, result } = startWinkelProcess(['till-check'], {})
  child.stdout?.on('data', (text) => {
    if (String(text).includes('Ctrl-C ends it.')) child.kill('SIGINT')
  })
  const { code, stdout } = await result
  expect(code).toBe(1)
  expect(stdout).toMatch(/Point the till at http:\/\/127\.0\.0\.1:\d+ with the key wk_[\w-]{43}\n/)
  expect(stdout).toContain('not reached  Winkel accepts sales\n')
  expect(stdout).toContain('The till needs work: docs/tills.md describes each call.')
})

test('winkel till-check: prints one JSON document with --json, and ends when nothing comes', async () => {
  const { code, stdout } = await runWinkel(['till-check', '--json', '--quiet', '0'], {})
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toMatchObject({ passed: false, steps: expect.any(Array), faults: [] })
  expect(await runWinkel(['till-check', '--late', 'soon'], {})).toMatchObject({ code: 2, stderr: '--late is a whole number.\n' })
})
