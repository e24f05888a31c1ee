import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { client, handleAuthError, queryClient } from './api.ts'
import { coalesce } from './coalesce.ts'
import { delay } from './delay.ts'
import { codeOf } from './messages.ts'

/**
 * The one live stream of this window, open while anything on screen asks for the connection and somebody can see it. It
 * says that something changed, never what. A query whose `meta` says that it changes with sales is then asked anew.
 */

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { changesWith?: 'sales' }
  }
}

/** `waiting`: not open yet, or the window is out of sight. `crowded`: too many windows; this one tries when it is returned to. */
export type Connection = 'waiting' | 'live' | 'lost' | 'crowded'

/** `hasFailed`: the last request for the data on screen failed, whatever the stream says. */
export function connectionStatus(connection: Connection, hasFailed: boolean) {
  if (connection === 'lost' || hasFailed) return 'lost'
  return connection === 'crowded' ? 'crowded' : 'ok'
}

const REFRESH_GAP_MS = 350
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 4_000
/** Answers that another try will not change. */
const FINAL = ['UNAUTHORIZED', 'NO_BUSINESS', 'ROLE_REFUSED', 'TOO_MANY_STREAMS']

const changesWithSales = ({ meta }: Query) => meta?.changesWith === 'sales'

const refresh = coalesce(async () => {
  // A query in its first flight is joined, not sent again, and may have left before the change: it gets another turn.
  const early = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => changesWithSales(query) && query.state.data === undefined,
  })
  await queryClient.invalidateQueries({ predicate: changesWithSales })
  if (early.length > 0) await queryClient.invalidateQueries({ predicate: (query) => early.includes(query) })
}, REFRESH_GAP_MS)

let connection: Connection = 'waiting'
const listeners = new Set<() => void>()

function become(next: Connection) {
  if (connection === next) return
  connection = next
  for (const listener of listeners) listener()
}

/** How the live stream is; asking opens it. */
export const useConnection = () => useSyncExternalStore(subscribe, () => connection)

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    for (const [target, event] of WAKERS) target.addEventListener(event, restart)
    restart()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const [target, event] of WAKERS) target.removeEventListener(event, restart)
    stream.abort()
    connection = 'waiting'
  }
}

/** A sleeping network is noticed by these long before a silent stream is. */
const WAKERS = [
  [document, 'visibilitychange'],
  [window, 'online'],
  [window, 'offline'],
] as const

let stream = new AbortController()

function restart() {
  stream.abort()
  stream = new AbortController()
  if (document.hidden) become('waiting')
  else if (!navigator.onLine) become('lost')
  else void listen(stream.signal)
}

/** Listens until told to stop, however often the stream breaks or the server ends it. */
async function listen(signal: AbortSignal) {
  for (let failures = 0; !signal.aborted; ) {
    failures += 1
    try {
      for await (const _ of await client.live.changes(undefined, { signal })) {
        if (signal.aborted) return
        // The first one comes as soon as the server listens: it stands for all changes that nobody told us of.
        failures = 0
        become('live')
        refresh()
      }
    } catch (error) {
      if (signal.aborted) return
      const code = codeOf(error) ?? ''
      if (FINAL.includes(code)) {
        // The session that a working stream was opened with has ended; the browser may have another one by now, unless it ended
        // with its person's role.
        if (failures === 0 && code !== 'ROLE_REFUSED') continue
        handleAuthError(error)
        become(code === 'TOO_MANY_STREAMS' ? 'crowded' : 'waiting')
        return refresh()
      }
      failures = Math.max(1, failures)
    }
    // A stream that worked and was ended is opened again before anybody is alarmed.
    if (failures > 0 && !signal.aborted) become('lost')
    await delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures) * (0.75 + Math.random() / 2), signal)
  }
}
