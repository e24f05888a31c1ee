import { createORPCClient, ORPCError, onError } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { type Query, QueryClient } from '@tanstack/react-query'
import type { contract } from '../../../contract/index.ts'
import { codeOf } from './messages.ts'

let sessionEnded = (_isRefused: boolean) => {}

/** Says what happens when the server answers any call with 'not signed in' or 'not allowed in here any more', the latter refused. */
export const onSessionEnd = (act: (isRefused: boolean) => void) => {
  sessionEnded = act
}

/** Every refusal of the server passes here, whichever way it was called. */
export function handleAuthError(error: unknown) {
  const isRefused = codeOf(error) === 'ROLE_REFUSED'
  if (isRefused || codeOf(error) === 'UNAUTHORIZED') sessionEnded(isRefused)
}

const link = new RPCLink({ url: `${location.origin}/api/rpc`, interceptors: [onError(handleAuthError)] })

/** The calls of the contract, typed by it without a byte of it in the browser. */
export const client: ContractRouterClient<typeof contract> = createORPCClient(link)

/** The same calls as query and mutation options: `useQuery(api.sites.list.queryOptions({ input }))`. */
export const api = createTanstackQueryUtils(client)

const AFTER_FAILURE_MS = 15_000
/** For what people watch while it changes. */
export const FAST_RETRY_MS = 5_000

/** Asks anew every so often, if at all, and after a failure that may pass by itself. */
export const refetchPolicy =
  ({ everyMs = false, afterFailureMs = AFTER_FAILURE_MS }: { everyMs?: number | false; afterFailureMs?: number } = {}) =>
  ({ state: { status, error } }: Pick<Query, 'state'>) =>
    status === 'error' && !(error instanceof ORPCError && error.status < 500) ? afterFailureMs : everyMs

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // Another try only when nothing answered: what the server said once, it says again.
      retry: (failures, error) => codeOf(error) === null && failures < 1,
      refetchInterval: refetchPolicy(),
      staleTime: 5_000,
      // Without a network a call fails at once and says so, instead of showing for ever that it waits. It is made again
      // when the network is back.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
    mutations: { networkMode: 'always' },
  },
})
