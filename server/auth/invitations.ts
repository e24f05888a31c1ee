import type { ClientBase } from 'pg'
import type { SendMail } from './mail.ts'
import { createResetLink } from './reset-link.ts'

const LINK_DAYS = 7

type Invited = { user_id: string; email: string }

/**
 * Mails a person without a password a link to choose one, which works once and for seven days. `client` is connected as the owner of
 * the database.
 */
export async function inviteUser(
  { client, sendMail, publicUrl }: { client: ClientBase; sendMail: SendMail; publicUrl: string },
  { user_id, email }: Invited,
  businessName: string,
) {
  const link = await createResetLink(client, { publicUrl, user_id, seconds: LINK_DAYS * 24 * 3600 })
  await sendMail({
    to: email,
    subject: `${businessName} is on Winkel`,
    text: [
      `The data of ${businessName} was moved to ${publicUrl}, and you sign in there with this email address.`,
      `Open this link within ${LINK_DAYS} days to choose a password. It works once:`,
      link,
      'After that, "Forgot password?" on the login page sends a new one.',
    ].join('\n\n'),
  })
}
