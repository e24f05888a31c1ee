import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, client, queryClient } from '../lib/api.ts'

export type Session = NonNullable<Awaited<ReturnType<typeof readSession>>>

const sessionQuery = () => api.session.get.queryOptions({ staleTime: 60_000 })

/** For guards: `fetchQuery`, because a remembered 'nobody' must not outlive a sign-in. */
export const readSession = () => queryClient.fetchQuery(sessionQuery())

/**
 * Who is signed in; null for nobody, undefined while that is being asked. It follows this browser's other windows at
 * once, and other changes whenever the window is looked at again.
 */
export function useSession() {
  const { data } = useQuery({ ...sessionQuery(), refetchOnWindowFocus: 'always' })
  useEffect(() => {
    const otherWindow = () => void queryClient.resetQueries()
    windows.addEventListener('message', otherWindow)
    return () => windows.removeEventListener('message', otherWindow)
  }, [])
  return data
}

const windows = new BroadcastChannel('session')

/** Nothing that another person read may be left when somebody signs in. */
export function signedIn(session: Session) {
  queryClient.clear()
  queryClient.setQueryData(sessionQuery().queryKey, session)
  windows.postMessage('signed in')
}

export async function signOut() {
  await client.session.signOut()
  queryClient.clear()
  windows.postMessage('signed out')
}
