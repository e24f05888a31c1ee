import { api, queryClient } from '../lib/api.ts'

/** Who is signed in, for the guard, the shell and the sign-in screen. One truth, in the query cache. */
export const sessionQuery = () => api.session.get.queryOptions({ staleTime: 60_000 })

export type Session = Awaited<ReturnType<typeof readSession>>

/** `fetchQuery`, because a cached 'nobody' must not outlive a sign-in. */
export const readSession = () => queryClient.fetchQuery(sessionQuery())
