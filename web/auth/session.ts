import { hashKey, useQuery } from '@tanstack/react-query'
import { api, client, queryClient, refetchPolicy } from '../lib/api/api.ts'
import { getErrorCode } from '../lib/api/messages.ts'
import { COUNTS, removeCopies } from '../lib/browser/copies-database.ts'
import { createFormError, type FormMessage } from './form-message.ts'

export type Session = NonNullable<Awaited<ReturnType<typeof client.session.get>>>

const sessionQuery = () =>
  api.session.get.queryOptions({
    // 'Not signed in' is never cached: another window may sign in.
    staleTime: (query) => (query.state.data ? 60_000 : 0),
  })
const { queryKey } = sessionQuery()

const SESSION_ENDED = 'Your session has ended. Please sign in again.'
export const ACCESS_ENDED = 'Your access has ended. Ask an owner of the business.'

/** The message for a session that ends without a sign-out. Null while nobody was signed in. */
let pendingMessage: string | null = null

/** Why the session ended, unless the user signed out. */
export const sessionEndMessage = (): FormMessage =>
  pendingMessage === null || queryClient.getQueryData(queryKey) ? null : createFormError(pendingMessage)

/** For route guards. If the server does not answer, returns the last known session: the screens report the lost connection. */
export async function readSession() {
  const session = await queryClient.fetchQuery(sessionQuery()).catch(async (error) => {
    if (getErrorCode(error) !== null) throw error
    const known = queryClient.getQueryData(queryKey) ?? (await readKeptSession())
    if (!known) throw error
    return known
  })
  if (session) pendingMessage ??= SESSION_ENDED
  return session
}

/** The session in which a count was opened on this device. Its screen opens without a network. */
async function readKeptSession() {
  if (!location.pathname.startsWith(COUNTS)) return undefined
  const { readCopy } = await import('../lib/api/copies.ts')
  return queryClient.setQueryData(queryKey, await readCopy<Session>('session'))
}

/** Keeps the session for a count that is opened later. */
export const keepSession = async (session: Session) => (await import('../lib/api/copies.ts')).writeCopy('session', session)

/**
 * The session; null without one, undefined while it loads. Follows sign-ins and sign-outs in the browser's other windows. `everyMs`: also
 * reads it again in this interval.
 */
export function useSession({ everyMs = false }: { everyMs?: number | false } = {}) {
  const { data } = useQuery({
    ...sessionQuery(),
    refetchOnWindowFocus: 'always',
    refetchInterval: refetchPolicy({ everyMs }),
    refetchIntervalInBackground: everyMs !== false,
  })
  return data
}

const otherWindows = new BroadcastChannel('session')
otherWindows.addEventListener('message', () => {
  pendingMessage = null
  void queryClient.resetQueries()
})

/** Removes all data but the session: the next user must not see it. */
export const clearQueryCache = () => queryClient.removeQueries({ predicate: (query) => query.queryHash !== hashKey(queryKey) })

export function startSession(session: Session) {
  pendingMessage = SESSION_ENDED
  clearQueryCache()
  removeCopies()
  queryClient.setQueryData(queryKey, session)
  otherWindows.postMessage('signed in')
}

/** `isRefused`: there is a session, but its user has lost the role. */
export function endSession(isRefused = false) {
  if (isRefused && pendingMessage === SESSION_ENDED) pendingMessage = ACCESS_ENDED
  queryClient.setQueryData(queryKey, null)
  removeCopies()
}

/** Runs a call by which the person gives up the own access. The sign-in screen then shows `reason`. */
export async function giveUpAccess<T>(reason: string, call: () => Promise<T>) {
  // Set before the call, because the live stream may end before the answer comes.
  pendingMessage = reason
  try {
    return await call()
  } catch (error) {
    pendingMessage = SESSION_ENDED
    throw error
  }
}

export async function signOut() {
  await client.session.signOut()
  pendingMessage = null
  endSession()
  otherWindows.postMessage('signed out')
}

/** After a choice of the person that the session has. */
export const changeSession = (change: Partial<Pick<Session, 'compare' | 'product_list'>>) =>
  queryClient.setQueryData(queryKey, (session) => session && { ...session, ...change })

/** After a change of the session's data: a step of the sign-up, a new password. */
export const refreshSession = () => queryClient.invalidateQueries({ queryKey })
