import type { Logger } from 'pino'
import { formatCommand } from '../../db/format-command.ts'

type Mail = { to: string; subject: string; text: string }
type SendMail = (mail: Mail) => Promise<void>

type TicketMail = { ticketid: number; subject: string; message: string }
type Question = TicketMail & { business: string; from: string }

export type MailToSupport = (question: Question) => void

/** Mails what a business asks to SUPPORT_EMAIL, without waiting. Without that address, the operator's command `tickets` has it. */
export function createMailToSupport(sendMail: SendMail, supportEmail: string | undefined, log: Logger): MailToSupport {
  return ({ ticketid, subject, message, business, from }) => {
    if (!supportEmail) return
    const text = [
      `${from} of ${business} wrote on ticket ${ticketid}, '${subject}':`,
      message,
      `To answer: ${formatCommand(`tickets answer ${ticketid} "…"`)}`,
    ].join('\n\n')
    sendMail({ to: supportEmail, subject: `Ticket ${ticketid}: ${toOneLine(subject)}`, text }).catch((error) =>
      log.error({ event: 'mail_failed', err: error }, 'the mail about a ticket could not be sent to support'),
    )
  }
}

/** The mail to the person who asked. */
export const createAnswerMail = ({
  to,
  ticketid,
  subject,
  message,
  publicUrl,
}: TicketMail & { to: string; publicUrl: string }) => ({
  to,
  subject: `Ticket ${ticketid}: ${toOneLine(subject)}`,
  text: [
    `Support answered your ticket '${subject}':`,
    message,
    `You can write back on the dashboard, under Support:\n${publicUrl}/dashboard`,
  ].join('\n\n'),
})

/** A line break in a subject would begin another header. */
const toOneLine = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
