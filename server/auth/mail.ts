import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import nodemailer from 'nodemailer'
import { createFolder } from '../../db/create-folder.ts'

export type Mail = { to: string; subject: string; text: string; html?: string; headers?: Record<string, string> }

type MailOptions = { publicUrl: string; dataDir: string; smtpUrl?: string }

/** The mail server got the whole mail and did not answer: nobody knows whether it took it. */
export class MailUnanswered extends Error {}

/** The part of a logger that a mailer needs. */
type MailLog = { info(fields: { event: string; file: string }, message: string): void }

export type MailError = Error & { code?: string; responseCode?: number }

/** Whether a mail must not be tried again: the mail server refused it for good (an answer of 5xx, RFC 5321), or may have taken it. */
export const isFinalMailError = (error: MailError) => error instanceof MailUnanswered || (error.responseCode ?? 0) >= 500

const MAX_PAUSE_MINUTES = 60

/** How long to wait after a mail failed. `failures` are those before, in a row. */
export const findMailPause = (failures: number) => Math.min(MAX_PAUSE_MINUTES, 2 ** Math.min(failures, 10)) * 60_000

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
    return createSmtpMailer(config.smtpUrl, from)
  }
  const outbox = join(config.dataDir, 'outbox')
  return async ({ to, subject, text, headers = {} }) => {
    await createFolder(outbox)
    const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${crypto.randomUUID().slice(0, 8)}.txt`)
    const lines = Object.entries({ From: from, To: to, Subject: subject, ...headers }).map(
      ([name, value]) => `${name}: ${value}\n`,
    )
    await writeFile(file, `${lines.join('')}\n${text}\n`, { mode: 0o600 })
    log.info({ event: 'mail_written', file }, 'no SMTP_URL: the mail was written to a file')
  }
}

function createSmtpMailer(smtpUrl: string, from: string): SendMail {
  const transport = nodemailer.createTransport(smtpUrl)
  // The text of a mail is read when the server has asked for it.
  transport.use('stream', (mail, done) => {
    const { onRead } = mail.data as { onRead?: () => void }
    mail.message.transform(() => new PassThrough().on('end', () => onRead?.()))
    done()
  })
  return async (mail) => {
    let isRead = false
    const onRead = () => {
      isRead = true
    }
    const message = { from, ...mail, onRead }
    await transport.sendMail(message).catch((error) => {
      throw isRead && error.responseCode === undefined ? new MailUnanswered(error.message, { cause: error }) : error
    })
  }
}
