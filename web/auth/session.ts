import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client, queryClient } from '../lib/api/api.ts'
import { codeOf } from '../lib/api/messages.ts'
import { type FormMessage, formMessage } from './form-message.ts'

export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>

const sessionQuery = () =>
  api.session.get.queryOptions({
    // A remembered 'nobody' must not outlive a sign-in.
    staleTime: (query) => (query.state.data ? 60_000 : 0),
  })
const { queryKey } = sessionQuery()

const SESSION_ENDED = 'Your session has ended. Please log in again.'
export const ACCESS_ENDED = 'Your access has ended. Ask an owner of the business.'

/** What to say to whoever was let in, should they be out without having left. */
let pendingMessage: string | null = null

/** Why nobody is signed in any more, where that was not their own doing. */
export const sessionEndMessage = (): FormMessage =>
  pendingMessage === null || queryClient.getQueryData(queryKey) ? null : formMessage(pendingMessage)

/** For guards. Without an answer whoever was here goes on: the screen says by itself what does not come. */
export async function readSession() {
  const session = await queryClient.fetchQuery(sessionQuery()).catch((error) => {
    const known = queryClient.getQueryData(queryKey)
    if (known && codeOf(error) === null) return known
    throw error
  })
  if (session) pendingMessage ??= SESSION_ENDED
  return session
}

/**
 * Who is signed in; null for nobody, undefined while that is being asked. It follows this browser's other windows at
 * once, and every other change whenever the window is looked at again.
 */
export function useSession() {
  const { data } = useQuery({ ...sessionQuery(), refetchOnWindowFocus: 'always' })
  useEffect(() => {
    const onOtherWindow = () => {
      pendingMessage = null
      void queryClient.resetQueries()
    }
    windows.addEventListener('message', onOtherWindow)
    return () => windows.removeEventListener('message', onOtherWindow)
  }, [])
  return data
}

const windows = new BroadcastChannel('session')

/** What one person read is not for the next one to see. */
export const clearQueryCache = () => queryClient.removeQueries({ predicate: (query) => query.queryHash !== hashKey(queryKey) })

export function signedIn(session: Session) {
  pendingMessage = SESSION_ENDED
  clearQueryCache()
  queryClient.setQueryData(queryKey, session)
  windows.postMessage('signed in')
}

/** The server says that there is no session, or none that may come in: of somebody whose role is gone. */
export function sessionEnded(isRefused = false) {
  if (isRefused) pendingMessage = ACCESS_ENDED
  queryClient.setQueryData(queryKey, null)
}

export async function signOut() {
  await client.session.signOut()
  pendingMessage = null
  sessionEnded()
  windows.postMessage('signed out')
}

/** What the session says changed without its person changing: a step of the sign-up, a new password. */
export const sessionChanged = () => queryClient.invalidateQueries({ queryKey })
