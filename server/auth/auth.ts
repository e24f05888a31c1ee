import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { type AuthOptions, createBetterAuth } from './better-auth.ts'
import type { SendMail } from './mail.ts'
import { hashPassword } from './passwords.ts'
import { createSessionCookie } from './session-cookie.ts'

const IDLE_SECONDS = 7 * 24 * 3600
const REFRESH_SECONDS = 24 * 3600
const MAX_AGE_MS = 30 * 24 * 3600 * 1000
/** The form of our tokens. Any other text counts as an expired token, however long it is. */
const MAILED_TOKEN = /^[\w-]{1,200}$/

export type SignedIn = { user_id: string; email: string; sessionId: string }

type FoundSession = SignedIn & { created_at: Date; expires_at: Date }

// Runs with every call: Better Auth takes ten times as long for the same answer.
const FIND_SESSION = `
  select s.id as "sessionId", u.id as user_id, u.email, s."createdAt" as created_at, s."expiresAt" as expires_at
    from auth.session s join auth."user" u on u.id = s."userId" where s.token = $1`

export type Auth = ReturnType<typeof createAuth>

/** Passwords, sessions and one-time links. `cookies` are the Set-Cookie values for the answer. Callers apply the rate limits first. */
export function createAuth(pool: Pool, options: AuthOptions, sendMail: SendMail, log: Logger) {
  const cookie = createSessionCookie(options)
  const session = {
    cookieName: cookie.name,
    isSecure: cookie.isSecure,
    idleSeconds: IDLE_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
  }
  const { api, call } = createBetterAuth({ pool, options, session, sendMail, log })

  /** Ends a session that was idle too long; restarts the idle time of any other. */
  async function refreshSession(headers: Headers) {
    const { response, headers: answered } = await call(() => api.getSession({ headers, returnHeaders: true }))
    if (!response) return null
    const { session, user } = response
    return { person: { user_id: user.id, email: user.email, sessionId: session.id }, cookies: answered.getSetCookie() }
  }

  async function endSession(sessionId: string) {
    await pool.query('delete from auth.session where id = $1', [sessionId])
  }

  /** The signed-in person, or null. Refreshes the idle time. */
  async function findSession(headers: Headers): Promise<{ person: SignedIn; cookies: string[] } | null> {
    const token = cookie.readToken(headers)
    if (!token) return null
    const found = await pool.query<FoundSession>({ name: 'session', text: FIND_SESSION, values: [token] })
    const session = found.rows[0]
    if (!session) return null
    const { created_at, expires_at, ...person } = session
    if (Date.now() - created_at.getTime() > MAX_AGE_MS) {
      await endSession(person.sessionId)
      return null
    }
    const isFresh = expires_at.getTime() - Date.now() > (IDLE_SECONDS - REFRESH_SECONDS) * 1000
    return isFresh ? { person, cookies: [] } : refreshSession(headers)
  }

  /** A new session for the right password; null for a wrong e-mail or password. `replacePrevious` ends the session of the request. */
  async function signIn(email: string, password: string, headers: Headers) {
    const previous = await findSession(headers)
    const signedIn = await call(() =>
      api.signInEmail({ body: { email, password }, headers: withoutCookies(headers), returnHeaders: true }),
    ).catch((error: unknown) => {
      if (error instanceof APIError && error.statusCode === 401) return null
      throw error
    })
    if (!signedIn) return null
    const { token, user } = signedIn.response
    const { rows } = await pool.query<{ id: string }>('select id from auth.session where token = $1', [token])
    const sessionId = rows[0]?.id
    if (!sessionId) throw new Error('the new session is missing')
    const person: SignedIn = { user_id: user.id, email: user.email, sessionId }
    const replacePrevious = async () => {
      if (previous) await endSession(previous.person.sessionId)
    }
    return { person, cookies: signedIn.headers.getSetCookie(), replacePrevious }
  }

  return {
    hashPassword: (password: string) => hashPassword(password, options.passwordCost),
    findSession,
    signIn,
    endSession,
    /** Whether the session is still valid: for streams that outlive the request that opened them. */
    async isAlive(sessionId: string) {
      const { rowCount } = await pool.query('select from auth.session where id = $1 and "expiresAt" > now()', [sessionId])
      return rowCount === 1
    },
    /** The Set-Cookie value that makes the browser delete its session cookie. */
    endedCookie: cookie.deletion,
    async mailResetLink(email: string) {
      await call(() => api.requestPasswordReset({ body: { email } }))
    },
    /** False when the token is unknown, used or expired. */
    async resetPassword(token: string, newPassword: string) {
      if (!MAILED_TOKEN.test(token)) return false
      try {
        await call(() => api.resetPassword({ body: { token, newPassword } }))
        return true
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 400) return false
        throw error
      }
    },
    sweep: () => pool.query(`delete from auth.session where "expiresAt" < now()`),
  }
}

/** Without them Better Auth would also act on the session that the request has. */
function withoutCookies(headers: Headers) {
  const copy = new Headers(headers)
  copy.delete('cookie')
  return copy
}
