import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { findClientNetwork } from '../shared/client-network.ts'
import { createAddressProof, createProvenCheck } from './address-proof.ts'
import { type AuthRateLimit, createAuthRateLimit } from './auth-rate-limit.ts'
import { type AuthOptions, type BetterAuth, createBetterAuth } from './better-auth.ts'
import { createDeviceCookie, type DeviceCookie } from './device-cookie.ts'
import { createEmailChange } from './email-change.ts'
import { createHashQueue, type HashQueue } from './hash-queue.ts'
import { createInvitations } from './invitations.ts'
import { hashEmail } from './limit-keys.ts'
import type { SendMail } from './mail.ts'
import { MAILED_TOKEN } from './mailed-token.ts'
import { createOwnPassword } from './own-password.ts'
import { createOwnSessions } from './own-sessions.ts'
import { type Client, createPasswordCheck } from './password-check.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { isResetToken } from './reset-link.ts'
import { createSecurityMails } from './security-mails.ts'
import { createSessionCookie } from './session-cookie.ts'
import { createSessions, IDLE_SECONDS, REFRESH_SECONDS, type SignedIn } from './sessions.ts'
import { createSignIn } from './sign-in.ts'
import { createTwoStep } from './two-step.ts'
import { createTwoStepCookie } from './two-step-cookie.ts'

export type Auth = ReturnType<typeof createAuth>

/** Passwords, sessions and one-time links, with their limits. */
export function createAuth(pool: Pool, options: AuthOptions, sendMail: SendMail, log: Logger) {
  const cookie = createSessionCookie(options)
  const twoStepCookie = createTwoStepCookie(options)
  const deviceCookie = createDeviceCookie(options)
  const session = {
    cookieName: cookie.name,
    isSecure: cookie.isSecure,
    idleSeconds: IDLE_SECONDS,
    refreshSeconds: REFRESH_SECONDS,
  }
  const rateLimit = createAuthRateLimit(pool)
  const isProvenAddress = createProvenCheck(pool, options)
  const sendSecurityMail = createSecurityMails({ sendMail, isProvenAddress, findLimit: rateLimit.findSecurityMailLimit, log })
  const betterAuth = createBetterAuth({ pool, options, session, twoStepCookieName: twoStepCookie.name, sendSecurityMail })
  const sessions = createSessions(pool, betterAuth, cookie)
  const queue = createHashQueue()
  const checkPassword = createPasswordCheck({ deviceCookie, rateLimit, queue })
  const ownPassword = createOwnPassword({ betterAuth, checkPassword, sendSecurityMail })

  return {
    findSession: sessions.findSession,
    endSession: sessions.endSession,
    findSessionEnd: sessions.findSessionEnd,
    signIn: createSignIn({ betterAuth, twoStepCookie, sessions, deviceCookie, checkPassword }),
    /** The Set-Cookie values that make the browser delete its cookies. */
    endedCookies: [cookie.deletion, deviceCookie.deletion],
    ...createPasswordResets({ pool, betterAuth, deviceCookie, rateLimit, queue, log }),
    ...createAccounts({ options, rateLimit, queue }),
    ...createInvitations({ options, deviceCookie, rateLimit, queue, sendMail, log }),
    ...createOwnSessions(pool),
    ...createTwoStep({
      pool,
      betterAuth,
      twoStepCookie,
      sessions,
      deviceCookie,
      rateLimit,
      checkPassword,
      sendSecurityMail,
    }),
    ...createEmailChange({
      pool,
      options,
      deviceCookie,
      rateLimit,
      confirmPassword: ownPassword.confirmPassword,
      sendSecurityMail,
    }),
    ...ownPassword,
    ...createAddressProof({ pool, options, rateLimit, sendSecurityMail }),
    /** Whether mails to others and notices may be sent for this person. */
    isProven: ({ email }: SignedIn) => isProvenAddress(email),
    /** Throws TooManyAttempts. */
    countNoticeTest: rateLimit.countNoticeTest,
    sendSecurityMail,
    sweep: () => Promise.all([sessions.sweep(), rateLimit.sweep()]),
  }
}

type Parts = {
  pool: Pool
  options: AuthOptions
  betterAuth: BetterAuth
  deviceCookie: DeviceCookie
  rateLimit: AuthRateLimit
  queue: HashQueue
  log: Logger
}

function createPasswordResets({ pool, betterAuth, deviceCookie, rateLimit, queue, log }: Omit<Parts, 'options'>) {
  const { api, call } = betterAuth
  return {
    /** Over a limit the answer is the same, and no mail is sent: the person finds the links that were mailed before. */
    async mailResetLink(email: string, { headers, clientIp }: Client) {
      const { rowCount } = await pool.query('select from auth."user" where email = $1', [email])
      const device = deviceCookie.findDevice(headers, email)
      const limit = await rateLimit.findResetLimit({ email, clientIp, device, hasLogin: rowCount === 1 })
      if (limit === undefined) await call(() => api.requestPasswordReset({ body: { email } }))
      else
        log.info(
          { event: 'mail_withheld', kind: 'reset', reason: limit, account: hashEmail(email), clientIp },
          'a reset link was not mailed',
        )
    },
    /**
     * Null when the token is unknown, used or expired. The browser then counts as one that has signed in before. Only links that do not work
     * count, so that nobody keeps a person from using the own one.
     */
    async resetPassword(token: string, newPassword: string, { headers, clientIp }: Client) {
      if (!MAILED_TOKEN.test(token) || !(await isResetToken(pool, token))) {
        await rateLimit.countMailedLink(clientIp)
        return null
      }
      try {
        const { email } = await queue.hash('unknown', () => call(() => api.resetPassword({ body: { token, newPassword } })))
        if (!email) throw new Error('a password was reset for nobody')
        await rateLimit.onPasswordReset(email, clientIp)
        return { email, cookies: [deviceCookie.remember(headers, email)] }
      } catch (error) {
        if (error instanceof APIError && error.statusCode === 400) return null
        throw error
      }
    },
  }
}

function createAccounts({ options, rateLimit, queue }: Pick<Parts, 'options' | 'rateLimit' | 'queue'>) {
  return {
    /**
     * Hashes the password of a new account and inserts it; undefined when `insert` finds that the e-mail is taken. `creator` is the
     * user who creates it, if there is one. The e-mail is looked up after the hash: the answer takes as long for a taken one.
     */
    async createAccount<T>(
      { password, clientIp, creator }: { password: string; clientIp: string; creator?: string },
      insert: (passwordHash: string) => Promise<T | undefined>,
    ): Promise<T | undefined> {
      // Asked before the wait: while the database does not answer, nobody waits for the time-outs of others.
      await queue.checkCreation(() => rateLimit.checkAccountCreation(clientIp))
      const limitKey = creator ?? findClientNetwork(clientIp)
      // Who is signed in does not wait behind the sign-ups of strangers.
      const kind = creator === undefined ? 'creation' : 'unknown'
      return queue.withPermit('creation', limitKey, async (held) => {
        const hash = await queue.hash(kind, async () => {
          await rateLimit.countAccountCreation(clientIp)
          return hashPassword(password, options.passwordCost)
        })
        const created = await insert(hash)
        if (created === undefined) held.pauseMs = await rateLimit.onTakenEmail(limitKey)
        return created
      })
    },
    /** For an owner whose creation of an account is repeated. */
    verifyPassword: (login: { hash: string; password: string }) => queue.hash('unknown', () => verifyPassword(login)),
  }
}
