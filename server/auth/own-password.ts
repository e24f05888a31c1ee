import type { BetterAuth } from './better-auth.ts'
import { withClientIp } from './client-headers.ts'
import type { Client, PasswordCheck } from './password-check.ts'
import type { SendSecurityMail } from './security-mails.ts'
import type { SignedIn } from './sessions.ts'

type Parts = { betterAuth: BetterAuth; checkPassword: PasswordCheck; sendSecurityMail: SendSecurityMail }

export type OwnPassword = ReturnType<typeof createOwnPassword>

export function createOwnPassword({ betterAuth: { api, call }, checkPassword, sendSecurityMail }: Parts) {
  return {
    /** Whether it is the current password. Throws TooManyAttempts. */
    async confirmPassword({ email }: SignedIn, current: string, client: Client) {
      const body = { password: current }
      return (
        (await checkPassword(email, client, () => call(() => api.verifyPassword({ body, headers: withClientIp(client) })))) !==
        null
      )
    },
    /**
     * Changes the password, ends all sessions and starts a new one, whose cookies it returns. Null for a wrong current password.
     * Throws TooManyAttempts.
     */
    async changePassword({ email }: SignedIn, { current, password }: { current: string; password: string }, client: Client) {
      const body = { currentPassword: current, newPassword: password, revokeOtherSessions: true }
      const changed = await checkPassword(email, client, () =>
        call(() => api.changePassword({ body, headers: withClientIp(client), returnHeaders: true })),
      )
      if (!changed) return null
      sendSecurityMail(email, 'password')
      return { cookies: changed.result.headers.getSetCookie() }
    },
  }
}
