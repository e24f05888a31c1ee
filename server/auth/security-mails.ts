import type { Logger } from 'pino'
import { hashEmail } from './limit-keys.ts'
import type { SendMail } from './mail.ts'

/** How long a mailed link works. */
export const MAILED_LINK_SECONDS = 60 * 60

const MINUTES = MAILED_LINK_SECONDS / 60
const IF_NOT_YOU = 'If it was not you, choose a new password with "Forgot password?" on the login page at once.'
const IF_NOT_YOURS =
  'If nobody of your business did this, delete it, and choose a new password with "Forgot password?" on the login page at once.'

type Words = { subject: string; lines: string[] }

/** The mails about a person's own sign-in and rights. The details are links, email addresses, and names of a business and of what was made. */
const MAILS = {
  reset: (link) => ({
    subject: 'Choose a new Winkel password',
    lines: [
      'Someone, hopefully you, asked for a new password for this e-mail address.',
      `Open this link within ${MINUTES} minutes to choose one. It works once:`,
      link,
      'If it was not you, nothing has changed and you can ignore this e-mail.',
    ],
  }),
  'prove address': (code) => ({
    subject: 'Confirm your Winkel e-mail address',
    lines: [
      'Someone, hopefully you, signed up to Winkel with this e-mail address.',
      `To confirm it, enter this code in Winkel, under Settings. It works for ${MINUTES} minutes:`,
      code,
      'If it was not you, you can ignore this e-mail. Give the code to nobody.',
    ],
  }),
  password: () => ({
    subject: 'Your Winkel password was changed',
    lines: ['Your Winkel password was changed. You were signed out on all other devices.', IF_NOT_YOU],
  }),
  'two-step on': () => ({
    subject: 'Two-step sign-in is on',
    lines: [
      'Two-step sign-in was turned on for your Winkel login. Signing in now also takes a code of your app.',
      'You were signed out on all other devices.',
      IF_NOT_YOU,
    ],
  }),
  'two-step off': () => ({
    subject: 'Two-step sign-in is off',
    lines: ['Two-step sign-in was turned off for your Winkel login. Your password alone signs you in.', IF_NOT_YOU],
  }),
  'recovery codes': () => ({
    subject: 'Your Winkel recovery codes were replaced',
    lines: ['New recovery codes were created for your Winkel login. The old ones no longer work.', IF_NOT_YOU],
  }),
  'confirm email': (link) => ({
    subject: 'Confirm your new Winkel e-mail address',
    lines: [
      'Someone, hopefully you, wants to sign in to Winkel with this e-mail address.',
      `Open this link within ${MINUTES} minutes to confirm it. It works once:`,
      link,
      'If it was not you, nothing has changed and you can ignore this e-mail.',
    ],
  }),
  'email asked': (address) => ({
    subject: 'A new e-mail address for your Winkel login',
    lines: [
      `Someone with your password wants to change the e-mail address of your Winkel login to ${address}.`,
      'Nothing changes until a link is opened that was mailed there. A new password stops it.',
      IF_NOT_YOU,
    ],
  }),
  'email changed': (address) => ({
    subject: 'Your Winkel e-mail address was changed',
    lines: [
      `You now sign in to Winkel with ${address}.`,
      'If it was not you, ask another owner of the business, or the people who run this server.',
    ],
  }),
  'business handed over': (business, newOwner) => ({
    subject: 'You handed your business over',
    lines: [
      `You handed the business ${business} over to ${newOwner}.`,
      'You can still sign in as an admin. Only the new owner can change the business and its plan, and download its data.',
      'If it was not you, ask the people who run this server.',
    ],
  }),
  'business taken over': (business, oldOwner) => ({
    subject: 'You are the owner of a business on Winkel',
    lines: [
      `${oldOwner} handed the business ${business} over to you.`,
      'You can now change the business and its plan, and download its data: open Settings in Winkel.',
    ],
  }),
  'business closed': (business, dates) => ({
    subject: 'Your business was closed on Winkel',
    lines: [
      `The business ${business} was closed. Everyone was signed out, and tills keep their sales.`,
      dates,
      'Until then its owner can sign in, download the data and open the business again.',
      'If the owner did not close it, the owner signs in, opens it again and chooses a new password.',
    ],
  }),
  'business erased soon': (business, dates) => ({
    subject: 'The data of your business is erased soon',
    lines: [
      `The business ${business} was closed. ${dates}`,
      'To keep it, the owner signs in and opens the business again, or downloads the data.',
    ],
  }),
  'read key created': (business, name, by) => ({
    subject: 'A read key of your business was created',
    lines: [
      `${by} created the read key ${name} of the business ${business}. A program that has it reads the data of the business.`,
      'Settings, Connections shows what it reads and until when. You can revoke it there.',
      IF_NOT_YOURS,
    ],
  }),
  'webhook added': (business, host, by) => ({
    subject: 'A webhook of your business was added',
    lines: [
      `${by} added a webhook of the business ${business}. What happens in the business is sent to ${host} from now on.`,
      'Settings, Connections shows what is sent. You can delete it there.',
      IF_NOT_YOURS,
    ],
  }),
  'webhook moved': (business, host, by) => ({
    subject: 'A webhook of your business has a new address',
    lines: [
      `${by} changed the address of a webhook of the business ${business}. What happens in the business is sent to ${host} from now on.`,
      'Settings, Connections shows what is sent. You can delete it there.',
      IF_NOT_YOURS,
    ],
  }),
  'webhook secret': (business, host, by) => ({
    subject: 'A webhook of your business has a new secret',
    lines: [
      `${by} created a new secret for the webhook of the business ${business} to ${host}. The secret before is valid for 24 hours.`,
      IF_NOT_YOURS,
    ],
  }),
} satisfies Record<string, (...details: [string, string, string]) => Words>

type Details = [detail?: string, second?: string, third?: string]

type Kind = keyof typeof MAILS

/** What is mailed so that a person can prove an address. Who asks for it counts it. */
const PROOFS: readonly Kind[] = ['reset', 'prove address', 'confirm email']
/** About the own sign-in, without a word of anybody's: an address that nobody has proven gets few of them, and no others. */
const OWN_SIGN_IN: readonly Kind[] = ['password', 'two-step on', 'two-step off', 'recovery codes', 'email asked']
/** The address is of no account any more. */
const FORMER: Kind = 'email changed'

/** Subject and text of a mail. */
export function describeMail(kind: Kind, ...[detail = '', second = '', third = '']: Details) {
  const { subject, lines } = MAILS[kind](detail, second, third)
  return { subject, text: lines.join('\n\n') }
}

export type SendSecurityMail = ReturnType<typeof createSecurityMails>

type Parts = {
  sendMail: SendMail
  isProvenAddress: (email: string) => Promise<boolean>
  /** The limit that keeps a mail of this kind from being sent. */
  findLimit: (email: string, kind: string, isProven: boolean) => Promise<string | undefined>
  log: Logger
}

/**
 * Sends without waiting: a change is done whether or not the mail can be sent, and the time of an answer must not show whether an
 * account exists. An address that nobody has proven may be a stranger's: it gets few of them.
 */
export function createSecurityMails({ sendMail, isProvenAddress, findLimit, log }: Parts) {
  async function findHindrance(to: string, kind: Kind) {
    if (PROOFS.includes(kind)) return undefined
    const isProven = kind === FORMER || (await isProvenAddress(to))
    return isProven || OWN_SIGN_IN.includes(kind) ? findLimit(to, kind, isProven) : 'not proven'
  }

  async function send(to: string, kind: Kind, details: Details) {
    const reason = await findHindrance(to, kind)
    if (reason === undefined) return sendMail({ to, ...describeMail(kind, ...details) })
    log.info({ event: 'mail_withheld', kind, reason, account: hashEmail(to) }, 'a mail about a change was not sent')
  }

  return (to: string, kind: Kind, ...details: Details) => {
    send(to, kind, details).catch((error) =>
      log.error({ event: 'mail_failed', err: error }, 'a mail about a sign-in could not be sent'),
    )
  }
}
