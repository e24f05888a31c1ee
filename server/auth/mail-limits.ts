import { RateLimiterRes } from 'rate-limiter-flexible'
import { findClientNetwork } from '../shared/client-network.ts'
import type { AuthLimit } from './auth-limits.ts'
import { type Counters, count, toTooMany } from './counters.ts'
import { digest, hashEmail, networkKey, placeKey } from './limit-keys.ts'

/** Whom a mail goes to, and who sends it. Without a business for one who may only look after the own sign-in. */
export type Sending = { to: string; sender: string; businessid: string | undefined; clientIp: string }

type Reset = { email: string; clientIp: string; device: string | undefined; hasLogin: boolean }

/** How many mails of each purpose a person can cause. */
export function createMailLimits({ limits }: Counters) {
  /** Counts a mail in each counter; the name of the first that is full, after which none has counted. */
  async function countMail(keys: MailKey[]) {
    const counted: MailKey[] = []
    const refund = async () => void (await Promise.all(counted.map(([name, key]) => limits[name].reward(key, 1))))
    for (const [name, key] of keys) {
      try {
        await limits[name].consume(key)
        counted.push([name, key])
      } catch (error) {
        await refund()
        if (!(error instanceof RateLimiterRes)) throw error
        return { full: name, wait: error, refund }
      }
    }
    return { full: undefined, refund }
  }

  /** Throws TooManyAttempts. Call what it returns when no mail was sent. */
  async function requireMail(account: string, keys: MailKey[]) {
    const { full, wait, refund } = await countMail(keys)
    if (full) throw toTooMany(wait, { reason: full, account: hashEmail(account) })
    return refund
  }

  return {
    /**
     * The limit that keeps a reset link from being mailed; undefined to mail it. Known browsers have a count of their own: one, and all of
     * an account together, because a person who once had the password may have any number of them. Beyond it they count as strange ones. Of a
     * client IP only mails to people with a login count: addresses that nobody has use up nobody's.
     */
    async findResetLimit({ email, clientIp, device, hasLogin }: Reset) {
      if (device) {
        const known = await countMail([
          ['reset_known', placeKey(email, device)],
          ['reset_known_all', digest(email)],
        ])
        if (known.full !== 'reset_known_all') return known.full
      }
      const place = placeKey(email, findClientNetwork(clientIp))
      const keys: MailKey[] = [
        ['reset_place', place],
        ['reset_place_day', place],
        ...(hasLogin ? [['reset_network', networkKey(clientIp)] satisfies MailKey] : []),
        ['reset_everywhere', digest(email)],
      ]
      return (await countMail(keys)).full
    },
    countInvitation: ({ to, sender, businessid, clientIp }: Sending) =>
      requireMail(to, [
        ['invitation_repeat', digest(`${businessid} ${to}`)],
        ['invitation_sender', digest(sender)],
        ...ofBusiness('invitation_business', businessid),
        ['invitation_network', networkKey(clientIp)],
        ['invitation_address', digest(to)],
      ]),
    countEmailChange: ({ to, sender, businessid, clientIp }: Sending) =>
      requireMail(to, [
        ['email_change_sender', digest(sender)],
        ...ofBusiness('email_change_business', businessid),
        ['email_change_network', networkKey(clientIp)],
        ['email_change_address', digest(to)],
      ]),
    countProofMail: ({ to, businessid, clientIp }: Omit<Sending, 'sender'>) =>
      requireMail(to, [
        ['proof_address', digest(to)],
        ...ofBusiness('proof_business', businessid),
        ['proof_network', networkKey(clientIp)],
      ]),
    /** Counts a code before it is compared. Throws TooManyAttempts. */
    countProofCode: (email: string) => count(limits.proof_code, digest(email), { reason: 'proof_code' }),
    onRightProofCode: async (email: string) => void (await limits.proof_code.delete(digest(email))),
    countNoticeTest: ({ to, sender, businessid }: Omit<Sending, 'clientIp'>) =>
      requireMail(to, [['notice_test_person', digest(sender)], ...ofBusiness('notice_test_business', businessid)]),
    /** The limit that keeps a mail about a change from being sent; undefined to send it. */
    findSecurityMailLimit: async (email: string, kind: string, isProven: boolean) =>
      (await countMail([isProven ? ['security_mail', placeKey(email, kind)] : ['security_mail_unproven', digest(email)]])).full,
  }
}

/** A counter, and the key of its row. */
type MailKey = [limit: AuthLimit, key: string]

const ofBusiness = (limit: AuthLimit, businessid: string | undefined): MailKey[] =>
  businessid === undefined ? [] : [[limit, digest(businessid)]]
