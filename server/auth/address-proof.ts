import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'
import type { AuthRateLimit } from './auth-rate-limit.ts'
import type { AuthOptions } from './better-auth.ts'
import { MAILED_LINK_SECONDS, type SendSecurityMail } from './security-mails.ts'
import type { SignedIn } from './sessions.ts'

const DIGITS = 8
const CODE = new RegExp(`^\\d{${DIGITS}}$`)

type Parts = {
  pool: Pool
  options: AuthOptions
  rateLimit: AuthRateLimit
  sendSecurityMail: SendSecurityMail
}

/** Without a mail server no mail leaves, and nobody is asked to prove an address. */
export const asksForProof = ({ smtpUrl }: Pick<AuthOptions, 'smtpUrl'>) => smtpUrl !== undefined

/** Whether a person has shown to read the mails to this address, or nobody is asked to. */
export const createProvenCheck = (pool: Pool, options: AuthOptions) => async (email: string) => {
  if (!asksForProof(options)) return true
  const { rowCount } = await pool.query(`select from auth."user" where email = $1 and "emailVerified"`, [email])
  return rowCount === 1
}

/**
 * A signed-in person proves the own address with a code that is mailed there. It is no link: a stranger who opens the mail, or a mail
 * scanner, would prove the address for the person who wrote it down. The code follows from the person, the address and the hour, so that the
 * database keeps nothing, and an old code proves no new address.
 */
export function createAddressProof({ pool, options: { authSecret }, rateLimit, sendSecurityMail }: Parts) {
  const createCode = ({ user_id, email }: SignedIn, period: number) => {
    const hash = createHmac('sha256', authSecret).update(`address proof ${user_id} ${email} ${period}`).digest()
    return String(hash.readUIntBE(0, 6) % 10 ** DIGITS).padStart(DIGITS, '0')
  }
  const findPeriod = () => Math.floor(Date.now() / 1000 / MAILED_LINK_SECONDS)

  return {
    /** Throws TooManyAttempts. */
    async mailProofCode(person: SignedIn, { businessid, clientIp }: { businessid: string | undefined; clientIp: string }) {
      await rateLimit.countProofMail({ to: person.email, businessid, clientIp })
      sendSecurityMail(person.email, 'prove address', createCode(person, findPeriod()))
    },
    /** False for a wrong code, and an hour later. Throws TooManyAttempts. */
    async proveAddress(person: SignedIn, typed: string) {
      await rateLimit.countProofCode(person.email)
      const code = typed.replaceAll(' ', '')
      const period = findPeriod()
      const isRight = (expected: string) => timingSafeEqual(Buffer.from(code), Buffer.from(expected))
      if (!CODE.test(code) || ![period, period - 1].some((at) => isRight(createCode(person, at)))) return false
      await rateLimit.onRightProofCode(person.email)
      const { rowCount } = await pool.query(
        `update auth."user" set "emailVerified" = true, "updatedAt" = now() where id = $1 and email = $2`,
        [person.user_id, person.email],
      )
      return rowCount === 1
    },
  }
}
