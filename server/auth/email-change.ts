import type { Pool } from 'pg'
import { asksForProof } from './address-proof.ts'
import type { AuthRateLimit } from './auth-rate-limit.ts'
import type { AuthOptions } from './better-auth.ts'
import type { DeviceCookie } from './device-cookie.ts'
import { createToken, hashToken } from './mailed-token.ts'
import type { OwnPassword } from './own-password.ts'
import type { Client } from './password-check.ts'
import { MAILED_LINK_SECONDS, type SendSecurityMail } from './security-mails.ts'
import type { SignedIn } from './sessions.ts'

/** One pending change a person: a newer one replaces it. */
const SAVE_CHANGE = `
  insert into auth.email_changes (user_id, new_email, token_hash, expires_at)
  values ($1, $2, $3, now() + make_interval(secs => $4))
  on conflict (user_id) do update
     set new_email = excluded.new_email, token_hash = excluded.token_hash, expires_at = excluded.expires_at`

/**
 * Reset links that were mailed to the old address no longer work. Only a link that the person opens proves the new address: a stranger, or a
 * mail scanner, would prove it for the person who wrote it down.
 */
const APPLY_CHANGE = `
  with change as (
    delete from auth.email_changes where token_hash = $1 and expires_at > now() returning user_id, new_email
  ), before as (
    select u.id, u.email, u."emailVerified" from auth."user" u join change c on c.user_id = u.id
  ), voided as (
    delete from auth.verification v using change c where v.value = c.user_id::text
  )
  update auth."user" u
     set email = c.new_email, "emailVerified" = c.user_id::text is not distinct from $2, "updatedAt" = now()
    from change c join before b on b.id = c.user_id
   where u.id = c.user_id
  returning u.email as new_email, b.email as old_email, b."emailVerified" as was_proven`

type Parts = {
  pool: Pool
  options: AuthOptions
  deviceCookie: DeviceCookie
  rateLimit: AuthRateLimit
  confirmPassword: OwnPassword['confirmPassword']
  sendSecurityMail: SendSecurityMail
}

/** A new e-mail address for a person. It counts once a link is opened that is mailed to it. */
export function createEmailChange(parts: Parts) {
  const { pool, options, deviceCookie, rateLimit, confirmPassword, sendSecurityMail } = parts
  return {
    /**
     * Mails the link, and informs the old address. Null for a wrong password. The answer is the same for an address that has an account.
     * Throws TooManyAttempts.
     */
    async requestEmailChange(
      person: SignedIn,
      input: { email: string; current: string },
      { businessid, ...client }: Client & { businessid: string | undefined },
    ) {
      const { user_id, email } = person
      if (!(await confirmPassword(person, input.current, client))) return null
      await rateLimit.countEmailChange({ to: input.email, sender: user_id, businessid, clientIp: client.clientIp })
      const token = createToken()
      await pool.query(SAVE_CHANGE, [user_id, input.email, hashToken(token), MAILED_LINK_SECONDS])
      sendSecurityMail(input.email, 'confirm email', `${options.publicUrl}/login?confirm=${token}`)
      sendSecurityMail(email, 'email asked', input.email)
      return {}
    },
    /**
     * The new address; null when the token is unknown, used or expired. `user_id` is the person who is signed in where it was opened.
     * Throws the error of the database when the address has an account by now.
     */
    async confirmEmailChange(token: string, user_id: string | undefined, { headers, clientIp }: Client) {
      await rateLimit.countMailedLink(clientIp)
      const { rows } = await pool.query<{ new_email: string; old_email: string; was_proven: boolean }>(APPLY_CHANGE, [
        hashToken(token),
        user_id,
      ])
      const [changed] = rows
      if (!changed) return null
      const { new_email, old_email, was_proven } = changed
      if (was_proven || !asksForProof(options)) sendSecurityMail(old_email, 'email changed', new_email)
      // A browser that was known for the old address is known for the new one.
      const isKnown = deviceCookie.findDevice(headers, old_email) !== undefined
      return { email: new_email, old_email, cookies: isKnown ? [deviceCookie.remember(headers, new_email)] : [] }
    },
  }
}
