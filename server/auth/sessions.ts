import type { Pool } from 'pg'
import type { BetterAuth } from './better-auth.ts'
import type { SessionCookie } from './session-cookie.ts'

export const IDLE_SECONDS = 7 * 24 * 3600
/** How exactly the time of the last use is known. */
export const REFRESH_SECONDS = 3600
export const MAX_AGE_SECONDS = 30 * 24 * 3600

export type SignedIn = { user_id: string; email: string; sessionId: string }

type FoundSession = SignedIn & { created_at: Date; expires_at: Date }

// Runs with every call: Better Auth takes ten times as long for the same answer.
const FIND_SESSION = `
  select s.id as "sessionId", u.id as user_id, u.email, s."createdAt" as created_at, s."expiresAt" as expires_at
    from auth.session s join auth."user" u on u.id = s."userId" where s.token = $1`

const FIND_SESSION_END = `
  select ends_at from auth.session, least("expiresAt", "createdAt" + make_interval(secs => $2)) ends_at
   where id = $1 and ends_at > now()`

export type Sessions = ReturnType<typeof createSessions>

/** The sessions of signed-in people. `cookies` are the Set-Cookie values for the answer. */
export function createSessions(pool: Pool, { api, call }: BetterAuth, cookie: SessionCookie) {
  /** Ends a session that was idle too long; restarts the idle time of any other. */
  async function refreshSession(headers: Headers) {
    const { result } = await call(() => api.getSession({ headers, returnHeaders: true }))
    if (!result.response) return null
    const { session, user } = result.response
    return { person: { user_id: user.id, email: user.email, sessionId: session.id }, cookies: result.headers.getSetCookie() }
  }

  async function endSession(sessionId: string) {
    await pool.query('delete from auth.session where id = $1', [sessionId])
  }

  return {
    endSession,
    /** The signed-in person, or null. Refreshes the idle time. */
    async findSession(headers: Headers): Promise<{ person: SignedIn; cookies: string[] } | null> {
      const token = cookie.readToken(headers)
      if (!token) return null
      const found = await pool.query<FoundSession>({ name: 'session', text: FIND_SESSION, values: [token] })
      const session = found.rows[0]
      if (!session) return null
      const { created_at, expires_at, ...person } = session
      if (Date.now() - created_at.getTime() > MAX_AGE_SECONDS * 1000) {
        await endSession(person.sessionId)
        return null
      }
      const isFresh = expires_at.getTime() - Date.now() > (IDLE_SECONDS - REFRESH_SECONDS) * 1000
      return isFresh ? { person, cookies: [] } : refreshSession(headers)
    },
    /** The id of the session with this token. */
    async findId(token: string) {
      const { rows } = await pool.query<{ id: string }>('select id from auth.session where token = $1', [token])
      const id = rows[0]?.id
      if (!id) throw new Error('the new session is missing')
      return id
    },
    /** When a valid session ends unless it is used before; undefined for one that has ended. For streams, which outlive their request. */
    async findSessionEnd(sessionId: string) {
      const { rows } = await pool.query<{ ends_at: Date }>(FIND_SESSION_END, [sessionId, MAX_AGE_SECONDS])
      return rows[0]?.ends_at
    },
    sweep: () => pool.query(`delete from auth.session where "expiresAt" < now()`),
  }
}
