import { request as httpRequest, type IncomingMessage, type RequestOptions } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { getErrorCode } from '../../../db/errors.ts'
import { type Address, findAddresses, UrlRefused, type UrlRules } from './public-address.ts'

const TIMEOUT_MS = 15_000
const MAX_ANSWER_BYTES = 64 * 1024
const MAX_ANSWER_KEPT = 500

export type Post = { url: string; body: string; headers: Record<string, string>; signal: AbortSignal }

/** Null `problem`: the receiver has the message. */
export type PostResult = {
  status: number | null
  duration_ms: number
  problem: string | null
  /** The first characters of the answer to an attempt that failed. */
  answer: string | null
}

export type PostMessage = ReturnType<typeof createPostMessage>

type Options = UrlRules & { timeoutMs?: number }

/** Sends messages to receivers. Everything that goes wrong with one is in the result. Undefined: the signal came before the answer. */
export function createPostMessage({ timeoutMs = TIMEOUT_MS, ...rules }: Options) {
  return async ({ url, body, headers, signal }: Post): Promise<PostResult | undefined> => {
    const began = performance.now()
    const deadline = AbortSignal.timeout(timeoutMs)
    const either = AbortSignal.any([deadline, signal])
    const finish = (result: Omit<PostResult, 'duration_ms'>) => ({
      ...result,
      duration_ms: Math.round(performance.now() - began),
    })
    try {
      const target = new URL(url)
      const addresses = await orAborted(findAddresses(target, rules), either)
      const response = await send(target, { addresses, body, headers, signal: either })
      const status = response.statusCode ?? 0
      const answer = await readAnswer(response)
      const problem = describeStatus(status)
      return finish({ status, problem, answer: problem === null ? null : answer })
    } catch (error) {
      if (signal.aborted) return undefined
      const problem = deadline.aborted ? `No answer within ${timeoutMs / 1000} seconds.` : describeError(error)
      return finish({ status: null, problem, answer: null })
    }
  }
}

/** A look-up cannot be aborted; its result is left then. */
function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    work.then(resolve, reject)
  })
}

type Request = { addresses: Address[]; body: string; headers: Record<string, string>; signal: AbortSignal }

/** Connects to one of the addresses that were checked. TLS and the header Host have the name. Redirects are not followed. */
function send(url: URL, { addresses, body, headers, signal }: Request): Promise<IncomingMessage> {
  const pinned: RequestOptions['lookup'] = (_hostname, options, callback) => {
    const [first] = addresses
    if (options.all) callback(null, addresses)
    else callback(null, first?.address ?? '', first?.family)
  }
  return new Promise((resolve, reject) => {
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Winkel',
      },
      // A connection of its own: one that is kept was made for an earlier look-up.
      agent: false,
      lookup: pinned,
      signal,
    })
    request.on('response', resolve).on('error', reject).end(body)
  })
}

/** The status has decided, so an answer that breaks off or is too long is left. */
async function readAnswer(response: IncomingMessage) {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      bytes += chunk.length
      if (bytes >= MAX_ANSWER_BYTES) break
    }
  } catch {
    // What was read is kept.
  }
  response.destroy()
  // A text column of PostgreSQL takes no NUL and no half of a pair.
  return Buffer.concat(chunks).toString('utf8').slice(0, MAX_ANSWER_KEPT).replaceAll('\0', '').toWellFormed()
}

function describeStatus(status: number) {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `It redirects (${status}), which is not followed.`
  return `It answered with ${status}.`
}

const PROBLEMS: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  EPIPE: 'The connection was closed before the answer.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The host cannot be reached.',
  ETIMEDOUT: 'The host cannot be reached.',
}

function describeError(error: unknown) {
  if (error instanceof UrlRefused) return error.message
  const code = getErrorCode(error) ?? ''
  if (/CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)) return `Its certificate is not valid (${code}).`.slice(0, 200)
  if (/SSL|TLS|EPROTO/.test(code)) return `No secure connection could be made (${code}).`.slice(0, 200)
  return PROBLEMS[code] ?? `The connection failed${code && ` (${code})`}.`.slice(0, 200)
}
