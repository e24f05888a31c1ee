import { AsyncLocalStorage } from 'node:async_hooks'
import { createHmac, timingSafeEqual } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { PASSWORD_MAX } from '../../contract/shared/constants.ts'
import type { Config } from '../config.ts'
import type { SendMail } from './mail.ts'
import { hashPassword, verifyPassword } from './passwords.ts'

const IDLE_SECONDS = 7 * 24 * 3600
const REFRESH_SECONDS = 24 * 3600
const ABSOLUTE_MS = 30 * 24 * 3600 * 1000
const RESET_LINK_SECONDS = 30 * 60
/** What a token of ours may look like. Any other text is one that has expired, however long it is. */
const MAILED_TOKEN = /^[\w-]{1,200}$/

export type SignedIn = { user_id: string; email: string; sessionId: string }

type Found = SignedIn & { created_at: Date; expires_at: Date }

// Asked with every call, so not left to Better Auth, which takes ten times as long to answer the same.
const FIND_SESSION = `
  select s.id as "sessionId", u.id as user_id, u.email, s."createdAt" as created_at, s."expiresAt" as expires_at
    from auth.session s join auth."user" u on u.id = s."userId" where s.token = $1`

export type Auth = ReturnType<typeof createAuth>

/**
 * Passwords, sessions and one-time links, by Better Auth over the pool that acts as winkel_auth. None of its own routes is
 * mounted; the procedures call these, after their own limits. `cookies` are the Set-Cookie values for the answer.
 */
export function createAuth(pool: Pool, config: Config, sendMail: SendMail, log: Logger) {
  const isHttps = config.publicUrl.startsWith('https:')
  const cookieName = isHttps ? '__Host-winkel' : 'winkel'
  const hash = (password: string) => hashPassword(password, config.passwordCost)
  const hidden = new AsyncLocalStorage<{ error?: Error }>()
  /** Better Auth answers some faults of the database with an error of its own, and tells only its log which. */
  const told = <T>(call: () => Promise<T>) => {
    const fault: { error?: Error } = {}
    return hidden.run(fault, call).catch((error: unknown) => {
      throw error instanceof APIError && error.statusCode >= 500 ? (fault.error ?? error) : error
    })
  }
  const auth = betterAuth({
    database: pool,
    baseURL: config.publicUrl,
    secret: config.authSecret,
    telemetry: { enabled: false },
    logger: {
      level: 'error',
      log: (_level, _message, error) => {
        const fault = hidden.getStore()
        if (fault && error instanceof Error) fault.error = error
      },
    },
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash, verify: verifyPassword },
      resetPasswordTokenExpiresIn: RESET_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // Not awaited: who has an account must not show in how long the answer takes.
      sendResetPassword: async ({ user, token }) => {
        sendMail(resetMail(user.email, `${config.publicUrl}/login?token=${token}`)).catch((error) =>
          log.error({ err: error }, 'the password reset mail could not be sent'),
        )
      },
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: IDLE_SECONDS, updateAge: REFRESH_SECONDS, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: { session_token: { name: cookieName, attributes: { secure: isHttps } } },
    },
  })

  /** The session's token, if the cookie carries one that we signed. */
  const tokenOf = (headers: Headers) => {
    const cookie = headers
      .get('cookie')
      ?.split(/;\s*/)
      .find((cookie) => cookie.startsWith(`${cookieName}=`))
      ?.slice(cookieName.length + 1)
    const [, token, signature] = /^(.+)\.([\w+/]{43}=)$/.exec(decoded(cookie ?? '')) ?? []
    if (!token || !signature) return undefined
    const expected = createHmac('sha256', config.authSecret).update(token).digest('base64')
    return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? token : undefined
  }
  /** Ends a session that was idle too long, and begins the idle time of any other anew. */
  const refreshed = async (headers: Headers) => {
    const { response, headers: answer } = await told(() => auth.api.getSession({ headers, returnHeaders: true }))
    if (!response) return null
    const { session, user } = response
    return { person: { user_id: user.id, email: user.email, sessionId: session.id }, cookies: answer.getSetCookie() }
  }
  const endedCookie = `${cookieName}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${isHttps ? '; Secure' : ''}`

  return {
    hashPassword: hash,

    /** The signed-in person, or null; refreshes the idle time. */
    async sessionOf(headers: Headers): Promise<{ person: SignedIn; cookies: string[] } | null> {
      const token = tokenOf(headers)
      if (!token) return null
      const found = await pool.query<Found>({ name: 'session', text: FIND_SESSION, values: [token] })
      const session = found.rows[0]
      if (!session) return null
      const { created_at, expires_at, ...person } = session
      if (Date.now() - created_at.getTime() > ABSOLUTE_MS) {
        await this.endSession(person.sessionId)
        return null
      }
      const isFresh = expires_at.getTime() - Date.now() > (IDLE_SECONDS - REFRESH_SECONDS) * 1000
      return isFresh ? { person, cookies: [] } : refreshed(headers)
    },

    /**
     * A new session for the right password; null for a wrong e-mail or password. Whoever lets it in calls `replace`, which ends
     * the one that was presented.
     */
    async signIn(email: string, password: string, headers: Headers) {
      const before = await this.sessionOf(headers)
      const signedIn = await told(() =>
        auth.api.signInEmail({ body: { email, password }, headers: withoutCookies(headers), returnHeaders: true }),
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
      const replace = async () => {
        if (before) await this.endSession(before.person.sessionId)
      }
      return { person, cookies: signedIn.headers.getSetCookie(), replace }
    },

    async endSession(sessionId: string) {
      await pool.query('delete from auth.session where id = $1', [sessionId])
    },

    /** Whether the session is still good; for streams that outlive the request that opened them. */
    async isAlive(sessionId: string) {
      const { rowCount } = await pool.query('select from auth.session where id = $1 and "expiresAt" > now()', [sessionId])
      return rowCount === 1
    },

    /** The Set-Cookie value that makes the browser forget its session. */
    endedCookie,

    async mailResetLink(email: string) {
      await told(() => auth.api.requestPasswordReset({ body: { email } }))
    },

    /** False when the token is unknown, used or too old. */
    async resetPassword(token: string, newPassword: string) {
      if (!MAILED_TOKEN.test(token)) return false
      try {
        await told(() => auth.api.resetPassword({ body: { token, newPassword } }))
        return true
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 400) return false
        throw error
      }
    },

    sweep: () => pool.query(`delete from auth.session where "expiresAt" < now()`),
  }
}

function decoded(cookie: string) {
  try {
    return decodeURIComponent(cookie)
  } catch {
    return ''
  }
}

/** Better Auth would act on the session cookie presented with a sign-in; the new session owes it nothing. */
function withoutCookies(headers: Headers) {
  const copy = new Headers(headers)
  copy.delete('cookie')
  return copy
}

const resetMail = (to: string, link: string) => ({
  to,
  subject: 'Choose a new Winkel password',
  text: [
    'Somebody, hopefully you, asked for a new password for this e-mail address.',
    `Open this link within ${RESET_LINK_SECONDS / 60} minutes to choose one. It works once:`,
    link,
    'If it was not you, nothing has changed and you can ignore this mail.',
  ].join('\n\n'),
})
