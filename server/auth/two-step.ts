import { APIError } from 'better-auth/api'
import type { Pool } from 'pg'
import type { AuthRateLimit } from './auth-rate-limit.ts'
import type { BetterAuth } from './better-auth.ts'
import { withClientIp } from './client-headers.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { toNewSession } from './new-session.ts'
import type { Client, PasswordCheck } from './password-check.ts'
import { normalizeRecoveryCode } from './recovery-codes.ts'
import type { SendSecurityMail } from './security-mails.ts'
import type { Sessions, SignedIn } from './sessions.ts'
import type { TwoStepCookie } from './two-step-cookie.ts'

const APP_CODE = /^\d{6}$/

/** The code is wrong, or the person with the right password has waited too long or tried too often. */
export type CodeRefusal = 'wrong' | 'expired'

type Parts = {
  pool: Pool
  betterAuth: BetterAuth
  twoStepCookie: TwoStepCookie
  sessions: Sessions
  deviceCookie: DeviceCookie
  rateLimit: AuthRateLimit
  checkPassword: PasswordCheck
  sendSecurityMail: SendSecurityMail
}

/** Sign-in with a code after the password: from an authenticator app (TOTP), or a recovery code that works once. */
export const createTwoStep = (parts: Parts) => ({ ...createCodeSignIn(parts), ...createOwnTwoStep(parts) })

function createCodeSignIn({ betterAuth, twoStepCookie, sessions, deviceCookie, rateLimit }: Parts) {
  const { api, call } = betterAuth

  /** The session that the right code opens. */
  async function verify(userId: string, typed: string, client: Client) {
    const headers = twoStepCookie.only(withClientIp(client))
    const code = typed.replaceAll(' ', '')
    if (!APP_CODE.test(code)) {
      const hash = betterAuth.hashRecoveryCode(normalizeRecoveryCode(typed))
      return call(() => api.verifyBackupCode({ body: { code: hash }, headers, returnHeaders: true }))
    }
    // A code is valid for a minute and a half. A person who has watched it being typed must not use it again.
    if (await rateLimit.isCodeUsed(userId, code)) return null
    return call(() => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
  }

  return {
    /** Ends the sign-in that a right password began. Throws TooManyAttempts. */
    async signInWithCode(typed: string, client: Client) {
      const userId = await betterAuth.findChallengedUser(twoStepCookie.read(client.headers))
      if (!userId) return { refusal: 'expired', userId: undefined } as const
      await rateLimit.countCode(userId)
      const verified = await verify(userId, typed, client).catch(toRefusal)
      if (!verified) return { refusal: 'wrong', userId } as const
      if ('refusal' in verified) return { ...verified, userId }
      await rateLimit.onRightCode(userId)
      const { response, headers } = verified.result
      const { token, user } = response
      if (!token) throw new Error('a right code opened no session')
      return toNewSession({ sessions, deviceCookie }, { response: { token, user }, headers }, client)
    },
  }
}

/** Better Auth answers 401 to a wrong code or a lost challenge, 400 after five codes, 409 to a recovery code that is being used. */
function toRefusal(error: unknown): { refusal: CodeRefusal } {
  if (!(error instanceof APIError) || error.statusCode >= 500) throw error
  const isWrong = error.body?.code === 'INVALID_CODE' || error.body?.code === 'INVALID_BACKUP_CODE' || error.statusCode === 409
  return { refusal: isWrong ? 'wrong' : 'expired' }
}

/** For `.catch`: an expected error of Better Auth as a result. */
const expectCode =
  <Result extends string>(code: string, result: Result) =>
  (error: unknown): Result => {
    if (error instanceof APIError && error.body?.code === code) return result
    throw error
  }

/** How a signed-in person turns it on and off. The changes set new session cookies. */
function createOwnTwoStep({ pool, betterAuth: { api, call }, rateLimit, checkPassword, sendSecurityMail }: Parts) {
  return {
    async readTwoStep({ user_id }: SignedIn): Promise<{ is_on: boolean; codes_left: number; is_required?: true }> {
      const { rows } = await pool.query<{ is_on: boolean; codes_left: number; requires_two_step: boolean }>(
        `select u."twoFactorEnabled" as is_on, coalesce(json_array_length(t."backupCodes"::json), 0) as codes_left, r.requires_two_step
           from auth."user" u left join auth."twoFactor" t on t."userId" = u.id and t.verified, public.find_two_step_rule(u.id) r
          where u.id = $1`,
        [user_id],
      )
      const { is_on, codes_left, requires_two_step } = rows[0] ?? { is_on: false, codes_left: 0, requires_two_step: false }
      return { is_on, codes_left, ...(requires_two_step && { is_required: true }) }
    },
    /** A new key for an authenticator app, and recovery codes. Nothing is on before `confirmTwoStep`. */
    async startTwoStep({ email }: SignedIn, password: string, client: Client) {
      const started = await checkPassword(email, client, () =>
        call(() => api.enableTwoFactor({ body: { password }, headers: withClientIp(client) })),
      ).catch(expectCode('TOTP_ALREADY_ENABLED', 'already on'))
      if (started === null || started === 'already on') return started
      const answer = started.result
      if (answer.method !== 'totp') throw new Error('there is no key for an authenticator app')
      return { uri: answer.totpURI, recovery_codes: answer.backupCodes }
    },
    /** Turns it on with the first code of the app. Null for a wrong one. Throws TooManyAttempts. */
    async confirmTwoStep({ user_id, email }: SignedIn, code: string, client: Client) {
      await rateLimit.countCode(user_id)
      const confirmed = await call(() =>
        api.verifyTOTP({ body: { code: code.replaceAll(' ', '') }, headers: withClientIp(client), returnHeaders: true }),
      ).catch(toRefusal)
      if ('refusal' in confirmed) return null
      await rateLimit.onRightCode(user_id)
      sendSecurityMail(email, 'two-step on')
      return { cookies: confirmed.result.headers.getSetCookie() }
    },
    async turnOffTwoStep({ email }: SignedIn, password: string, client: Client) {
      const changed = await checkPassword(email, client, () =>
        call(() => api.disableTwoFactor({ body: { password }, headers: withClientIp(client), returnHeaders: true })),
      )
      if (!changed) return null
      sendSecurityMail(email, 'two-step off')
      return { cookies: changed.result.headers.getSetCookie() }
    },
    /** New recovery codes in place of all others. */
    async replaceRecoveryCodes({ email }: SignedIn, password: string, client: Client) {
      const replaced = await checkPassword(email, client, () =>
        call(() => api.generateBackupCodes({ body: { password }, headers: withClientIp(client) })),
      ).catch(expectCode('TWO_FACTOR_NOT_ENABLED', 'not on'))
      if (replaced === null || replaced === 'not on') return replaced
      sendSecurityMail(email, 'recovery codes')
      return { recovery_codes: replaced.result.backupCodes }
    },
  }
}
