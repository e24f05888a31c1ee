import { hashKey, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client, queryClient } from '../lib/api.ts'
import { codeOf } from '../lib/messages.ts'

export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>

const sessionQuery = () =>
  api.session.get.queryOptions({
    // A remembered 'nobody' must not outlive a sign-in.
    staleTime: (query) => (query.state.data ? 60_000 : 0),
  })
const { queryKey } = sessionQuery()

/** For guards. Without an answer whoever was here goes on: the screen says by itself what does not come. */
export const readSession = () =>
  queryClient.fetchQuery(sessionQuery()).catch((error) => {
    const known = queryClient.getQueryData(queryKey)
    if (known && codeOf(error) === null) return known
    throw error
  })

/**
 * Who is signed in; null for nobody, undefined while that is being asked. It follows this browser's other windows at
 * once, and every other change whenever the window is looked at again.
 */
export function useSession() {
  const { data } = useQuery({ ...sessionQuery(), refetchOnWindowFocus: 'always' })
  useEffect(() => {
    const onOtherWindow = () => void queryClient.resetQueries()
    windows.addEventListener('message', onOtherWindow)
    return () => windows.removeEventListener('message', onOtherWindow)
  }, [])
  return data
}

const windows = new BroadcastChannel('session')

/** What one person read is not for the next one to see. */
export const forgetWhatWasRead = () => queryClient.removeQueries({ predicate: (query) => query.queryHash !== hashKey(queryKey) })

export function signedIn(session: Session) {
  forgetWhatWasRead()
  queryClient.setQueryData(queryKey, session)
  windows.postMessage('signed in')
}

/** The server ended the session, or says that there is none. */
export const sessionEnded = () => queryClient.setQueryData(queryKey, null)

export async function signOut() {
  await client.session.signOut()
  sessionEnded()
  windows.postMessage('signed out')
}

/** What the session says changed without its person changing: a step of the sign-up, a new password. */
export const sessionChanged = () => queryClient.invalidateQueries({ queryKey })
