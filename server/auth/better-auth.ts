import { AsyncLocalStorage } from 'node:async_hooks'
import { betterAuth } from 'better-auth'
import { APIError } from 'better-auth/api'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { Pool } from 'pg'
import { PASSWORD_MAX } from '../../contract/shared/constants.ts'
import { hashPassword, type PasswordCost, verifyPassword } from './passwords.ts'
import { createRecoveryCodeStore, createRecoveryCodes } from './recovery-codes.ts'
import { MAILED_LINK_SECONDS, type SendSecurityMail } from './security-mails.ts'

/** How long a person with the right password may take to enter the code. */
const CODE_SECONDS = 10 * 60

export type AuthOptions = {
  publicUrl: string
  authSecret: string
  /** Where mails go; without it they become files. */
  smtpUrl?: string
  /** The default cost when absent. */
  passwordCost?: PasswordCost
}

type Parts = {
  /** Acts as winkel_auth. */
  pool: Pool
  options: AuthOptions
  session: { cookieName: string; isSecure: boolean; idleSeconds: number; refreshSeconds: number }
  twoStepCookieName: string
  sendSecurityMail: SendSecurityMail
}

export type BetterAuth = ReturnType<typeof createBetterAuth>

/** Better Auth for passwords, sessions and one-time links. None of its own routes is mounted; its rate limit is off because ours applies. */
export function createBetterAuth({ pool, options, session, twoStepCookieName, sendSecurityMail }: Parts) {
  const { publicUrl, authSecret, passwordCost } = options
  const { call, capture, logger } = createCapture()
  const recoveryCodes = createRecoveryCodeStore(authSecret)
  const auth = betterAuth({
    database: pool,
    baseURL: publicUrl,
    secret: authSecret,
    telemetry: { enabled: false },
    logger,
    rateLimit: { enabled: false },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: 1,
      maxPasswordLength: PASSWORD_MAX,
      password: { hash: (password) => hashPassword(password, passwordCost), verify: verifyPassword },
      resetPasswordTokenExpiresIn: MAILED_LINK_SECONDS,
      revokeSessionsOnPasswordReset: true,
      // A person who has the link reads the mails to the address.
      onPasswordReset: async ({ user }) => {
        await pool.query(`update auth."user" set "emailVerified" = true where id = $1 and not "emailVerified"`, [user.id])
        capture({ email: user.email })
      },
      sendResetPassword: async ({ user, token }) => sendSecurityMail(user.email, 'reset', `${publicUrl}/login?token=${token}`),
    },
    verification: { storeIdentifier: 'hashed' },
    session: { expiresIn: session.idleSeconds, updateAge: session.refreshSeconds, cookieCache: { enabled: false } },
    advanced: {
      database: { generateId: 'uuid' },
      useSecureCookies: false,
      cookies: {
        session_token: { name: session.cookieName, attributes: { secure: session.isSecure } },
        two_factor: { name: twoStepCookieName, attributes: { secure: session.isSecure } },
      },
    },
    plugins: [
      twoFactor({
        issuer: 'Winkel',
        twoFactorCookieMaxAge: CODE_SECONDS,
        // Our own counter has it, which counts a code before it is checked.
        accountLockout: { enabled: false },
        backupCodeOptions: {
          customBackupCodesGenerate: createRecoveryCodes,
          storeBackupCodes: { encrypt: recoveryCodes.toHashes, decrypt: async (hashes) => hashes },
        },
      }),
    ],
  })
  return {
    api: auth.api,
    call,
    /** What `verifyBackupCode` compares with the stored hashes. */
    hashRecoveryCode: recoveryCodes.hash,
    /** The user whose right password began the challenge; undefined when it has ended. */
    async findChallengedUser(challenge: string | undefined) {
      if (challenge === undefined) return undefined
      const { internalAdapter } = await auth.$context
      const found = await internalAdapter.findVerificationValue(challenge)
      return found && found.expiresAt > new Date() ? found.value : undefined
    },
  }
}

/** What Better Auth gives only to its log or to a hook while it works on a call. */
type Captured = { error?: Error; email?: string }

/**
 * Better Auth answers some database errors with an error of its own and writes the cause to its log only; `call` throws the cause.
 * `call` also returns the e-mail of the account whose password was reset, which the answer does not have.
 */
function createCapture() {
  const calls = new AsyncLocalStorage<Captured>()
  const capture = (values: Captured) => void Object.assign(calls.getStore() ?? {}, values)
  return {
    capture,
    logger: {
      level: 'error' as const,
      log: (_level: string, _message: string, error?: unknown) => {
        if (error instanceof Error) capture({ error })
      },
    },
    call: async <T>(work: () => Promise<T>) => {
      const captured: Captured = {}
      try {
        return { result: await calls.run(captured, work), email: captured.email }
      } catch (error) {
        throw error instanceof APIError && error.statusCode >= 500 ? (captured.error ?? error) : error
      }
    },
  }
}
