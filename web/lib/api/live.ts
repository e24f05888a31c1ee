import type { Query } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { delay } from '../browser/delay.ts'
import { whenIdle } from '../browser/when-idle.ts'
import { client, handleAuthError, queryClient } from './api.ts'
import { coalesce } from './coalesce.ts'
import { getErrorCode } from './messages.ts'

/**
 * The live stream of this window, open while a component uses `useConnection` and the window is visible. A message means that sales
 * changed; queries with `changesWith: 'sales'` are then refetched.
 */

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { changesWith?: 'sales' }
  }
}

/** `waiting`: not open yet, or the window is hidden. With too many windows, this one retries when it becomes visible again. */
export type Connection = 'waiting' | 'live' | 'lost' | 'too-many-windows'

/** `hasFailed`: the last request for the data on screen failed, whatever the stream says. */
export function getConnectionStatus(connection: Connection, hasFailed: boolean) {
  if (connection === 'lost' || hasFailed) return 'lost'
  return connection === 'too-many-windows' ? 'too-many-windows' : 'ok'
}

const REFRESH_GAP_MS = 350
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 4_000
/** Errors that a retry does not solve. */
const FINAL = ['UNAUTHORIZED', 'NO_BUSINESS', 'ROLE_REFUSED', 'TWO_STEP_REQUIRED', 'TOO_MANY_STREAMS']

const isChangedBySales = ({ meta }: Query) => meta?.changesWith === 'sales'

/** Later changes wait no longer for the requests of earlier ones: one of them may never end. The next run starts it again. */
const LONGEST_REFRESH_MS = 5_000

const refresh = coalesce(
  () => Promise.race([refetch(), new Promise((resolve) => setTimeout(resolve, LONGEST_REFRESH_MS))]),
  REFRESH_GAP_MS,
)

async function refetch(isWanted = isChangedBySales) {
  // TanStack Query does not restart a first fetch, which may have read before the change: such queries are refetched afterwards.
  const firstFetches = queryClient.getQueryCache().findAll({
    fetchStatus: 'fetching',
    predicate: (query) => isWanted(query) && query.state.data === undefined,
  })
  await queryClient.invalidateQueries({ predicate: isWanted })
  if (firstFetches.length > 0) await queryClient.invalidateQueries({ predicate: (query) => firstFetches.includes(query) })
}

let connection: Connection = 'waiting'
/** Until the first message. What a window shows that was hidden, or without a connection, is old. */
let isStart = true
const listeners = new Set<() => void>()

/**
 * The first message covers what changed between the first reads of a screen and the start of its stream. What is read is drawn first: to
 * read again at once would take the processor of a phone from it. What failed has intervals of its own.
 */
async function refetchRead(signal: AbortSignal, isRefreshed: () => boolean) {
  const reading = queryClient.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: isChangedBySales })
  await Promise.allSettled(reading.map(({ promise }) => promise))
  await new Promise<void>((resolve) => void whenIdle(resolve))
  if (signal.aborted || isRefreshed()) return
  await refetch((query) => isChangedBySales(query) && query.state.status !== 'error')
}

function setConnection(next: Connection) {
  if (next !== 'live') isStart = false
  if (connection === next) return
  connection = next
  for (const listener of listeners) listener()
}

/** The state of the live stream. Using the hook opens it. */
export const useConnection = () => useSyncExternalStore(subscribe, () => connection)

function subscribe(listener: () => void) {
  listeners.add(listener)
  if (listeners.size === 1) {
    isStart = true
    for (const [target, event] of RESTART_EVENTS) target.addEventListener(event, restart)
    open()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    for (const [target, event] of RESTART_EVENTS) target.removeEventListener(event, restart)
    stream.abort()
    connection = 'waiting'
  }
}

/** These events report a lost network long before the stream does. */
const RESTART_EVENTS = [
  [document, 'visibilitychange'],
  [window, 'online'],
  [window, 'offline'],
] as const

let stream = new AbortController()

function restart() {
  isStart = false
  open()
}

function open() {
  stream.abort()
  stream = new AbortController()
  if (document.hidden) setConnection('waiting')
  else if (!navigator.onLine) setConnection('lost')
  else void listen(stream.signal)
}

/** Listens until the signal aborts, and reconnects when the stream breaks or ends. */
async function listen(signal: AbortSignal) {
  let isRefreshed = false
  /** Streams that ended early, one after another. */
  let early = 0
  for (let failures = 0; !signal.aborted; ) {
    failures += 1
    const startedAt = performance.now()
    try {
      for await (const _ of await client.live.changes(undefined, { signal })) {
        if (signal.aborted) return
        // The first message comes as soon as the server listens. It covers all changes before it.
        failures = 0
        setConnection('live')
        // Ended before, the stream is opened again, and its first message refreshes at once.
        if (isStart) void refetchRead(signal, () => isRefreshed)
        else {
          isRefreshed = true
          refresh()
        }
        isStart = false
      }
    } catch (error) {
      if (signal.aborted) return
      const code = getErrorCode(error) ?? ''
      if (FINAL.includes(code)) {
        // The session of a working stream has ended. Another window may have signed in again, so it is opened once more,
        // unless the user lost the role.
        if (failures === 0 && code !== 'ROLE_REFUSED' && code !== 'TWO_STEP_REQUIRED') continue
        handleAuthError(error)
        setConnection(code === 'TOO_MANY_STREAMS' ? 'too-many-windows' : 'waiting')
        return refresh()
      }
      failures = Math.max(1, failures)
    }
    // A working stream that ends is reopened once before the connection counts as lost.
    if (failures > 0 && !signal.aborted) setConnection('lost')
    const isEarly = performance.now() - startedAt < LONGEST_RETRY_MS
    const attempts = Math.max(failures, early)
    early = isEarly ? early + 1 : 0
    await delay(Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempts) * (0.75 + Math.random() / 2), signal)
  }
}
