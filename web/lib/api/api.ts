import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { type Query, QueryClient } from '@tanstack/react-query'
import type { contract } from '../../../contract/index.ts'
import { getErrorCode, markUnsent } from './messages.ts'
import { createMutationCache } from './stale-queries.ts'

let sessionEndHandler = (_isRefused: boolean) => {}

/** Sets what happens when an answer says that the session is not valid; `isRefused` if the user has lost the role. */
export const onSessionEnd = (handler: (isRefused: boolean) => void) => {
  sessionEndHandler = handler
}

/** Called with the error of each failed call, of procedures and of other routes. */
export function handleAuthError(error: unknown) {
  const code = getErrorCode(error)
  const isRefused = code === 'ROLE_REFUSED'
  if (isRefused || code === 'UNAUTHORIZED') sessionEndHandler(isRefused)
  // The session now says so, which leads to the screen of a closed business, to that which turns two-step sign-in on, or to the menu of
  // another right.
  if (code === 'BUSINESS_CLOSED' || code === 'TWO_STEP_REQUIRED' || code === 'RIGHT_REFUSED')
    void queryClient.invalidateQueries({ queryKey: api.session.get.key() })
}

/** How long a call waits for its answer, or for the first event of one that streams. Then it fails like one whose connection is lost. */
const ANSWER_TIMEOUT_MS = 20_000

/**
 * Marks the error of a call that cannot have reached the server. Without a network it is tried all the same: the server may run on this
 * device. A network that is lost later may have lost only the answer.
 */
async function send(request: Request, init: RequestInit) {
  const isOffline = !navigator.onLine
  const timeout = new AbortController()
  const timer = setTimeout(() => timeout.abort(new Error('No answer came.')), ANSWER_TIMEOUT_MS)
  try {
    return await fetch(request, { ...init, signal: AbortSignal.any([request.signal, timeout.signal]) })
  } catch (error) {
    if (isOffline && error instanceof TypeError) markUnsent(error)
    throw error
  } finally {
    clearTimeout(timer) // a stream has no end
  }
}

const link = new RPCLink({
  url: `${location.origin}/api/rpc`,
  // The page of a screen preloads the session (tools/vite-plugins.ts), which only a GET can use.
  method: (_options, path) => (path.join('.') === 'session.get' ? 'GET' : 'POST'),
  interceptors: [onError(handleAuthError)],
  fetch: send,
})

/** The procedures of the contract. Only its types are imported, which cost the browser nothing. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(link)

/** The same procedures as query and mutation options: `useQuery(api.sites.list.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client)

const AFTER_FAILURE_MS = 15_000
/** For data that users watch while it changes. */
export const FAST_RETRY_MS = 5_000

const LONGEST_RETRY_MS = 60_000

/** The errors of a query up to its last answer. */
const pastErrors = new WeakMap<object, number>()

type RefetchPolicy = {
  /** Between two answers. */
  everyMs?: number | false
  /** After the first failure; each further one doubles it, up to a minute. */
  afterFailureMs?: number
}

/** A `refetchInterval`: regular if `everyMs` is given, and with growing intervals after failures that may be temporary. */
export const refetchPolicy =
  ({ everyMs = false, afterFailureMs = AFTER_FAILURE_MS }: RefetchPolicy = {}) =>
  (query: Pick<Query, 'state'>) => {
    const { status, error, errorUpdateCount } = query.state
    if (status === 'success') pastErrors.set(query, errorUpdateCount)
    if (status !== 'error') return everyMs
    if (error instanceof ORPCError && error.status < 500) return everyMs && LONGEST_RETRY_MS
    const failures = errorUpdateCount - (pastErrors.get(query) ?? 0)
    return Math.min(LONGEST_RETRY_MS, afterFailureMs * 2 ** (failures - 1))
  }

export const queryClient = new QueryClient({
  mutationCache: createMutationCache(),
  defaultOptions: {
    queries: {
      // Retries only when no answer came: the server would send the same error again.
      retry: (failures, error) => getErrorCode(error) === null && failures < 1,
      refetchInterval: refetchPolicy(),
      staleTime: 5_000,
      // Without a network a query fails at once instead of pausing. It is repeated when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
