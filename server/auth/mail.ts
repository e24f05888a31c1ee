import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import nodemailer from 'nodemailer'
import { createFolder } from '../../db/create-folder.ts'

export type Mail = { to: string; subject: string; text: string }

type MailOptions = { publicUrl: string; dataDir: string; smtpUrl?: string }

/** The part of a logger that a mailer needs. */
type MailLog = { info(fields: { event: string; file: string }, message: string): void }

export type SendMail = (mail: Mail) => Promise<void>

/** Calls `onFailure` for each mail that cannot be sent. */
export const countFailures =
  (sendMail: SendMail, onFailure: () => void): SendMail =>
  (mail) =>
    sendMail(mail).catch((error) => {
      onFailure()
      throw error
    })

/** Sends through SMTP_URL; without one, each mail becomes a file in DATA_DIR/outbox that the log names. */
export function createMailer(config: MailOptions, log: MailLog): SendMail {
  const from = `Winkel <no-reply@${new URL(config.publicUrl).hostname}>`
  if (config.smtpUrl) {
    const transport = nodemailer.createTransport(config.smtpUrl)
    return async (mail) => {
      await transport.sendMail({ from, ...mail })
    }
  }
  const outbox = join(config.dataDir, 'outbox')
  return async ({ to, subject, text }) => {
    await createFolder(outbox)
    const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.txt`)
    await writeFile(file, `From: ${from}\nTo: ${to}\nSubject: ${subject}\n\n${text}\n`, { mode: 0o600 })
    log.info({ event: 'mail_written', file }, 'no SMTP_URL: the mail was written to a file')
  }
}
