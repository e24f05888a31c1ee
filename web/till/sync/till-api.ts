import type { MovementAnswer } from '../../../contract/drawer-movements.ts'
import type { TillProducts, TillSetup } from '../../../contract/till-catalogue.ts'
import type { SaleAnswer } from '../../../contract/tills.ts'

// The calls of docs/tills.md, as any till makes them.

const TIMEOUT_MS = 20_000

/** No answer, or one that a later try may change. `waitMs` is what the server asks for. */
export class Unreachable extends Error {
  readonly waitMs: number
  constructor(message: string, waitMs = 0) {
    super(message)
    this.waitMs = waitMs
  }
}

/** The key opens nothing: it was revoked. */
export class KeyEnded extends Error {}

/** A request that the server does not take, whatever is tried. */
export class BadRequest extends Error {}

type Options = { key: string; epoch?: string | undefined; body?: unknown; signal?: AbortSignal | undefined }

async function call<Answer>(
  path: string,
  { key, epoch, body, signal }: Options,
): Promise<{ answer: Answer; epoch: string | null }> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS)
  const response = await fetch(`/api/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    // A till has no session, also where a person is signed in beside it.
    credentials: 'omit',
    cache: 'no-store',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(epoch !== undefined && { 'winkel-epoch': epoch }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  }).catch(() => {
    throw new Unreachable('There is no connection.')
  })
  // The body may be cut off, or be the page of a hotel's network.
  const answer = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return { answer, epoch: response.headers.get('winkel-epoch') }
  const message = typeof answer?.message === 'string' ? answer.message : `The server answered ${response.status}.`
  if (response.status === 401 && answer?.code === 'UNAUTHORIZED') throw new KeyEnded(message)
  if ([400, 413, 415, 422].includes(response.status) && answer !== undefined) throw new BadRequest(message)
  throw new Unreachable(message, Number(response.headers.get('retry-after') ?? 0) * 1000)
}

export const fetchSetup = (key: string) => call<TillSetup>('/till/setup', { key })

const PAGE = 5000

export const fetchProducts = (key: string, cursor: string | undefined) =>
  call<TillProducts>(`/till/products?limit=${PAGE}${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`, {
    key,
  })

export const sendSales = (key: string, sales: unknown[], epoch: string | undefined) =>
  call<{ sales: SaleAnswer[] }>('/sales', { key, epoch, body: { sales } })

export const sendMovements = (key: string, movements: unknown[]) =>
  call<{ movements: MovementAnswer[] }>('/drawer-movements', { key, body: { movements } })
