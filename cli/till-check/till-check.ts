import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { JSON_MAX_BYTES } from '../../contract/shared/constants.ts'
import { EPOCH_HEADER, MISSING_KEY, type SaleAnswer, SalesBatch, tillErrors } from '../../contract/tills.ts'
import { parseSale } from '../../server/features/tills/parse-sales.ts'
import type { ParsedSale } from '../../server/shared/store-sales/sold-sale.ts'

export type TillCheckOptions = {
  host: string
  port: number
  /** How long an answer is late. */
  lateMs: number
  /** Of `Retry-After`. */
  retryAfterSeconds: number
  /** How long the server does not listen. */
  stopMs: number
  /** The check ends after so long without a request. Never when it is absent. */
  quietMs?: number
  /** A step begins. */
  onStep?(number: number, what: string): void
}

export type StepResult = { what: string; result: 'right' | 'wrong' | 'not reached'; faults: string[] }
/** `faults` are those that belong to no step. */
export type TillCheckResult = { passed: boolean; steps: StepResult[]; faults: string[] }

/** Requests at a time from which they are a flood. */
const MAX_PARALLEL = 4
/** Requests after which a till is taken to have missed what a step asks for. */
const PATIENCE = 5
/** Kept sales that a till may send again one by one. */
const FEW_KEPT = 10

/** The sale of the batch that is answered with a rejection. */
const REJECTION = { reason: 'The check rejects this sale.', field: 'reference' }

type Sent = { sales: ParsedSale[]; references: string[]; epoch: string | undefined }
/** What a step does with the first request that comes. `wrong` is the answer to a till that does not do what it asks for. */
type Step = { what: string; wrong: string; begin(sent: Sent, response: ServerResponse): Promise<void> | void }

/**
 * A server that a till under test is pointed at. Each step of its script does something to one request, and the requests that follow show
 * what the till made of it. Nothing is stored but in memory. `done` resolves when all steps are over, after `quietMs`, or by `stop`.
 */
export async function startTillCheck({ host, port, lateMs, retryAfterSeconds, stopMs, quietMs, onStep }: TillCheckOptions) {
  const key = `wk_${randomBytes(32).toString('base64url')}`
  const done = Promise.withResolvers<TillCheckResult>()
  const faults = new Set<string>()
  const results: StepResult[] = []
  /** What was sent under each reference, and what was stored. */
  const contents = new Map<string, string>()
  const stored = new Map<string, number>()
  const rejected = new Set<string>()
  /** What the till knows to be stored. */
  const answered = new Set<string>()
  /** Of the step that has begun: what it waits for, and how many requests came since. */
  const createExpected = () => ({
    ...{ isBegun: false, references: new Set<string>(), requests: 0 },
    /** A request without this sale. */
    rejected: '',
    /** A request that says so. */
    epoch: '',
    /** Any other request. */
    isNext: false,
  })
  let expected = createExpected()
  let epoch = randomBytes(8).toString('hex')
  let lastId = 0
  let parallel = 0
  let waitUntil = 0
  let isOver = false
  let quiet: NodeJS.Timeout | undefined

  const store = (reference: string): SaleAnswer => {
    if (reference === expected.rejected) return { reference, status: 'rejected', ...REJECTION }
    const known = stored.get(reference)
    if (known !== undefined) return { reference, status: 'duplicate', saleid: known }
    stored.set(reference, ++lastId)
    return { reference, status: 'created', saleid: lastId }
  }
  const answer = (response: ServerResponse, status: number, body: object, headers: Record<string, string> = {}) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
  }
  const answerSales = (response: ServerResponse, sales: SaleAnswer[]) => {
    for (const { status, reference } of sales) if (status !== 'rejected') answered.add(reference)
    answer(response, 200, { sales }, { [EPOCH_HEADER]: epoch })
  }
  const accept = ({ references }: Sent, response: ServerResponse) => answerSales(response, references.map(store))
  const expectAgain = ({ references }: Sent) => {
    for (const reference of references) expected.references.add(reference)
  }
  const refuse =
    (status: number, body: object, isWait = true) =>
    (sent: Sent, response: ServerResponse) => {
      expectAgain(sent)
      if (isWait) waitUntil = performance.now() + retryAfterSeconds * 1000
      answer(response, status, { status, ...body }, { 'retry-after': String(retryAfterSeconds) })
    }
  const LOST = 'Sales whose answer was lost did not come again under the same reference.'
  const NOT_SENT_AGAIN = 'Sales that were answered with an error did not come again under the same reference.'

  const STEPS: Step[] = [
    { what: 'accepts sales', wrong: 'No sale came.', begin: accept },
    {
      what: 'cuts the connection before it stores',
      wrong: LOST,
      begin(sent, response) {
        expectAgain(sent)
        response.destroy()
      },
    },
    {
      what: 'cuts the connection after it has stored',
      wrong: LOST,
      begin(sent, response) {
        expectAgain(sent)
        sent.references.map(store)
        response.destroy()
      },
    },
    {
      what: 'answers late',
      wrong: LOST,
      async begin(sent, response) {
        const answers = sent.references.map(store)
        response.once('close', () => response.writableFinished || expectAgain(sent))
        await delay(lateMs)
        if (!response.destroyed) answerSales(response, answers)
      },
    },
    {
      what: 'answers 429 with Retry-After',
      wrong: NOT_SENT_AGAIN,
      begin: refuse(429, { code: 'TOO_FAST', ...tillErrors.TOO_FAST }),
    },
    {
      what: 'answers 503 with Retry-After',
      wrong: NOT_SENT_AGAIN,
      begin: refuse(503, { code: 'SERVICE_UNAVAILABLE', message: 'The database does not answer. Please try again in a moment.' }),
    },
    {
      what: 'says that the business is closed',
      wrong: NOT_SENT_AGAIN,
      begin: refuse(503, { code: 'BUSINESS_CLOSED', ...tillErrors.BUSINESS_CLOSED }),
    },
    {
      what: 'rejects one sale of a request',
      wrong: 'After a sale was rejected, no request came without it: set it aside, and send the others.',
      begin({ references }, response) {
        const [first = ''] = references
        expected.rejected = first
        rejected.add(first)
        stored.delete(first)
        answerSales(response, references.map(store))
      },
    },
    {
      what: 'does not listen for some seconds',
      wrong: 'No request came after the server had stopped.',
      begin(sent, response) {
        expected.isNext = true
        response.once('close', async () => {
          server.close()
          server.closeAllConnections()
          await delay(stopMs)
          if (!isOver) server.listen(address.port, host)
        })
        response.setHeader('connection', 'close')
        accept(sent, response)
      },
    },
    {
      what: 'was restored from a backup: the answer has another Winkel-Epoch',
      wrong: 'Kept sales were not sent again, or not followed by the new Winkel-Epoch in the header of a request.',
      begin(sent, response) {
        epoch = randomBytes(8).toString('hex')
        expected.references = new Set([...answered].filter((reference) => !sent.references.includes(reference)))
        stored.clear()
        expected.epoch = epoch
        accept(sent, response)
      },
    },
  ]

  const finish = () => {
    if (isOver) return
    isOver = true
    clearTimeout(quiet)
    const step = STEPS[results.length]
    if (step && expected.isBegun) {
      const { references, rejected, epoch, isNext } = expected
      const isRight = references.size === 0 && !rejected && !epoch && !isNext
      results.push({ what: step.what, result: isRight ? 'right' : 'wrong', faults: isRight ? [] : [step.wrong] })
    }
    const missing = STEPS.slice(results.length).map(({ what }) => ({ what, result: 'not reached' as const, faults: [] }))
    const steps = [...results, ...missing]
    server.close()
    // The last answer is sent first.
    setImmediate(() => server.closeAllConnections())
    done.resolve({ passed: faults.size === 0 && steps.every(({ result }) => result === 'right'), steps, faults: [...faults] })
  }
  const endStep = (...found: string[]) => {
    const step = STEPS[results.length]
    if (!step) return
    results.push({ what: step.what, result: found.length === 0 ? 'right' : 'wrong', faults: found })
    expected = createExpected()
    const next = STEPS[results.length]
    if (next) onStep?.(results.length + 1, next.what)
  }

  /** Whether the till has done what the step asks for, after a request that was answered as usual. */
  function judge({ references, epoch: header }: Sent) {
    const step = STEPS[results.length]
    if (!step) return
    const again = references.filter((reference) => expected.references.delete(reference)).length
    if (again === 0 || !expected.epoch) expected.requests++
    const isRejectedAway = !expected.rejected || !references.includes(expected.rejected)
    const isEpochKnown = !expected.epoch || header === expected.epoch
    if (expected.references.size === 0 && isRejectedAway && isEpochKnown) return endStep()
    if (expected.epoch && header === expected.epoch)
      return endStep(`The till says with Winkel-Epoch that all is sent, and ${expected.references.size} kept sales are missing.`)
    if (expected.requests >= PATIENCE) endStep(step.wrong)
  }

  async function serve(sent: Sent, response: ServerResponse) {
    if (performance.now() < waitUntil) {
      faults.add('A request came before the seconds of Retry-After were over.')
      expectAgain(sent)
      return answer(response, 429, { code: 'TOO_FAST', ...tillErrors.TOO_FAST }, { 'retry-after': String(retryAfterSeconds) })
    }
    const step = STEPS[results.length]
    if (step && !expected.isBegun) {
      expected.isBegun = true
      await step.begin(sent, response)
      if (step.begin === accept) endStep()
      return
    }
    if (expected.epoch && sent.references.length === 1 && expected.references.size > FEW_KEPT)
      faults.add('Kept sales were sent again one by one. Send them in batches.')
    accept(sent, response)
    judge(sent)
    if (results.length === STEPS.length) response.once('close', finish).once('finish', finish)
  }

  /** Answers what is no batch of sales, as Winkel does. Undefined then. */
  async function read(request: IncomingMessage, response: ServerResponse) {
    const wrong = (status: number, code: string, message: string, fault = message) => {
      faults.add(fault)
      answer(response, status, { code, status, message })
      return undefined
    }
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
    const { authorization = '', 'content-type': type = '' } = request.headers
    const path = new URL(request.url ?? '', 'http://check').pathname
    if (request.method !== 'POST' || path !== '/api/v1/sales')
      return wrong(
        404,
        'NOT_FOUND',
        'There is no such call.',
        `${request.method} ${path} does not exist: send POST /api/v1/sales.`,
      )
    if (authorization.replace(/^bearer /i, '') !== key || !/^bearer /i.test(authorization))
      return wrong(401, 'UNAUTHORIZED', MISSING_KEY.message, 'A request did not have the key: Authorization: Bearer wk_…')
    if (!/^application\/json\b/i.test(type)) return wrong(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send Content-Type: application/json.')
    if (body.length > JSON_MAX_BYTES) return wrong(413, 'CONTENT_TOO_LARGE', 'A request is at most 2 MiB.')
    if (!isUtf8(body)) return wrong(400, 'BAD_REQUEST', 'The request is not in UTF-8. Send its text as UTF-8.')
    const batch = SalesBatch.safeParse(parseJson(body.toString()))
    if (!batch.success)
      return wrong(422, 'UNPROCESSABLE_CONTENT', batch.error.issues[0]?.message ?? 'The request cannot be read.')
    return batch.data.sales
  }

  /** The sales that can be read. Finds references that are used for another content. */
  function check(raw: unknown[]) {
    const results = raw.map(parseSale)
    for (const result of results) {
      if (!('sale' in result)) {
        const field = result.field.replace(/^sales\[\d+\]\.?/, '')
        faults.add(`A sale is not valid: ${field && `${field}: `}${result.reason}`)
        continue
      }
      const { reference } = result.sale
      const content = toMeaning(result)
      const before = contents.get(reference)
      // A sale that was rejected is corrected under its reference.
      if (before !== undefined && before !== content && !rejected.has(reference))
        faults.add(`${reference} was sent with another content than before. A reference is for one sale, for ever.`)
      contents.set(reference, content)
    }
    return results
  }

  const server = createServer(async (request, response) => {
    if (quietMs !== undefined) {
      clearTimeout(quiet)
      quiet = setTimeout(finish, quietMs)
    }
    if (++parallel > MAX_PARALLEL)
      faults.add(`More than ${MAX_PARALLEL} requests came at once. Send one after another, with many sales.`)
    response.once('close', () => parallel--)
    const raw = await read(request, response).catch(() => undefined)
    if (!raw) return
    const results = check(raw)
    const sales = results.filter((result) => 'sale' in result)
    const header = request.headers[EPOCH_HEADER.toLowerCase()]
    const sent = { sales, references: sales.map(({ sale }) => sale.reference), epoch: header?.toString() }
    // Sales that cannot be read are answered as Winkel does, and are no matter of the script.
    if (sales.length === raw.length) return serve(sent, response)
    answerSales(
      response,
      results.map((result) => ('sale' in result ? store(result.sale.reference) : result)),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address() as AddressInfo
  onStep?.(1, STEPS[0]?.what ?? '')
  if (quietMs !== undefined) quiet = setTimeout(finish, quietMs)
  return { url: `http://${host}:${address.port}`, key, steps: STEPS.length, done: done.promise, stop: finish }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Equal for two ways to write one sale: an instant with another offset, a payment method in capitals. */
function toMeaning({ sale: { saledate, closetime, payment_method, ...sale } }: ParsedSale) {
  const toInstant = (time: string | null | undefined) => {
    const ms = Date.parse(time ?? '')
    return time && /(Z|[+-]\d\d:\d\d)$/.test(time) ? ms : time
  }
  return JSON.stringify([toInstant(saledate), toInstant(closetime), payment_method?.trim().toLowerCase(), sale])
}

/** The result in plain words. */
export const describeResult = ({ passed, steps, faults }: TillCheckResult) =>
  [
    ...steps.flatMap(({ what, result, faults }) => [
      `${result.padEnd(11)}  Winkel ${what}`,
      ...faults.map((fault) => `${' '.repeat(13)}${fault}`),
    ]),
    ...faults.map((fault) => `${'wrong'.padEnd(11)}  ${fault}`),
    '',
    passed ? 'The till did everything right.' : 'The till needs work: docs/tills.md describes each call.',
  ].join('\n')
