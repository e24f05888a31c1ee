import { createHash, randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import type { SendMail } from './mail.ts'

const LINK_DAYS = 7

type Invited = { user_id: string; email: string }

/**
 * Mails a person without a password a link to set one, which works once and for seven days. The link is one of Better Auth's for a
 * new password, so the page and its limits are the same. `client` is connected as the owner of the database.
 */
export async function inviteUser(
  { client, sendMail, publicUrl }: { client: ClientBase; sendMail: SendMail; publicUrl: string },
  { user_id, email }: Invited,
  businessName: string,
) {
  const token = randomBytes(24).toString('base64url')
  await client.query(
    `insert into auth.verification (identifier, value, "expiresAt") values ($1, $2, now() + make_interval(days => $3))`,
    [hashIdentifier(`reset-password:${token}`), user_id, LINK_DAYS],
  )
  await sendMail({
    to: email,
    subject: `${businessName} is on Winkel`,
    text: [
      `The data of ${businessName} was moved to ${publicUrl}, and you sign in there with this e-mail address.`,
      `Open this link within ${LINK_DAYS} days to choose a password. It works once:`,
      `${publicUrl}/login?token=${token}`,
      'After that, "Forgot password?" on the login page sends a new one.',
    ].join('\n\n'),
  })
}

/** As Better Auth stores the identifier of a link: see `storeIdentifier` in better-auth.ts. */
const hashIdentifier = (identifier: string) => createHash('sha256').update(identifier).digest('base64url')
