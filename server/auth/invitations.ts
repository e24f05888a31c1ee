import type { ClientBase } from 'pg'
import type { Logger } from 'pino'
import { INVITATION_DAYS } from '../../contract/invitations.ts'
import { findClientNetwork } from '../shared/client-network.ts'
import type { AuthRateLimit } from './auth-rate-limit.ts'
import type { AuthOptions } from './better-auth.ts'
import type { DeviceCookie } from './device-cookie.ts'
import type { HashQueue } from './hash-queue.ts'
import type { SendMail } from './mail.ts'
import { createToken, hashToken, MAILED_TOKEN } from './mailed-token.ts'
import type { Client } from './password-check.ts'
import { hashPassword } from './passwords.ts'
import { createResetLink } from './reset-link.ts'

type Invited = { user_id: string; email: string }

/** What both mails say of the link. */
const describeLink = (link: string) => [
  `Open this link within ${INVITATION_DAYS} days to choose a password. It works once:`,
  link,
]

/**
 * Mails a person of an imported business, who has a login without a password, a link to choose one. `client` is connected as the owner of
 * the database.
 */
export async function inviteUser(
  { client, sendMail, publicUrl }: { client: ClientBase; sendMail: SendMail; publicUrl: string },
  { user_id, email }: Invited,
  businessName: string,
) {
  const link = await createResetLink(client, { publicUrl, user_id, seconds: INVITATION_DAYS * 24 * 3600 })
  await sendMail({
    to: email,
    subject: `${businessName} is on Winkel`,
    text: [
      `The data of ${businessName} was moved to ${publicUrl}, and you sign in there with this e-mail address.`,
      ...describeLink(link),
      'After that, "Forgot password?" on the login page sends a new one.',
    ].join('\n\n'),
  })
}

type Parts = {
  options: AuthOptions
  deviceCookie: DeviceCookie
  rateLimit: AuthRateLimit
  queue: HashQueue
  sendMail: SendMail
  log: Logger
}

type Inviter = { email: string; clientIp: string; inviter: string; businessid: string }

/** Invitations of people who have no login. The database has the hash of the token. */
export function createInvitations({ options, deviceCookie, rateLimit, queue, sendMail, log }: Parts) {
  const { publicUrl, passwordCost } = options
  return {
    /**
     * Saves an invitation with `save`, which returns undefined when the address has a login, and returns the token of its link. Who tries
     * taken addresses is slowed down, as one who adds logins. What is not new is not mailed, and counts as no mail. Throws TooManyAttempts.
     */
    async createInvitation<T extends { is_new: boolean }>(
      { email, clientIp, inviter, businessid }: Inviter,
      save: (tokenHash: Buffer) => Promise<T | undefined>,
    ) {
      return queue.withPermit('creation', inviter, async (held) => {
        // Before it is saved: parallel ones must not exceed a limit.
        const refund = await rateLimit.countInvitation({ to: email, sender: inviter, businessid, clientIp })
        const token = createToken()
        const saved = await save(hashToken(token)).catch(async (error) => {
          await refund()
          throw error
        })
        if (!saved?.is_new) await refund()
        if (saved === undefined) held.pauseMs = await rateLimit.onTakenEmail(inviter)
        return saved === undefined ? undefined : { token, saved }
      })
    },
    /** Whether the mail was sent. The link has the token behind '#', which no browser sends to a server. */
    async mailInvitation({
      email,
      token,
      business,
      inviter,
    }: {
      email: string
      token: string
      business: string
      inviter: string
    }) {
      try {
        await sendMail({
          to: email,
          subject: `You are invited to ${business} on Winkel`,
          text: [
            `${inviter} invites you to sign in to the back office of ${business}, with this e-mail address.`,
            ...describeLink(`${publicUrl}/invitation#${token}`),
            'If you do not know this business, you can ignore this e-mail.',
          ].join('\n\n'),
        })
        return true
      } catch (error) {
        log.error({ event: 'mail_failed', err: error }, 'an invitation could not be sent')
        return false
      }
    },
    /** Looks the link up with `find`. Undefined for a token that cannot be one. Throws TooManyAttempts. */
    async readInvitation<T>(token: string, { clientIp }: Client, find: (tokenHash: Buffer) => Promise<T | undefined>) {
      await rateLimit.countMailedLink(clientIp)
      return MAILED_TOKEN.test(token) ? find(hashToken(token)) : undefined
    },
    /** Hashes the password of an invited person, for `accept`. Throws TooManyAttempts. */
    async acceptInvitation<T>(
      { token, password }: { token: string; password: string },
      { clientIp }: Client,
      accept: (tokenHash: Buffer, passwordHash: string) => Promise<T>,
    ) {
      await queue.checkCreation(() => rateLimit.checkAccountCreation(clientIp))
      if (!MAILED_TOKEN.test(token)) return undefined
      return queue.withPermit('creation', findClientNetwork(clientIp), async () => {
        const hash = await queue.hash('creation', async () => {
          await rateLimit.countAccountCreation(clientIp)
          return hashPassword(password, passwordCost)
        })
        return accept(hashToken(token), hash)
      })
    },
    /** The person has proven the mailbox: this browser counts as one that has signed in before. Returns its cookie. */
    async onAccepted(email: string, { headers, clientIp }: Client) {
      await rateLimit.onPasswordReset(email, clientIp)
      return [deviceCookie.remember(headers, email)]
    },
  }
}
