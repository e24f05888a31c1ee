import nodemailer from 'nodemailer'
import { getErrorMessage } from '../../../db/errors.ts'
import { type Check, ok, problem } from '../check.ts'

const TIMEOUT_MS = 10_000

/** Connects and signs in to the mail server. Sends nothing. */
export const mail: Check<'config'> = {
  name: 'mail',
  async run({ config: { smtpUrl, dataDir } }) {
    if (!smtpUrl) return ok(`SMTP_URL is not set: mails become files in ${dataDir}/outbox.`)
    const { host } = new URL(smtpUrl)
    const transport = nodemailer.createTransport({
      url: smtpUrl,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    })
    try {
      await transport.verify()
      return ok(`The mail server ${host} accepts the sign-in.`)
    } catch (error) {
      return problem(
        `The mail server ${host} cannot be used: ${getErrorMessage(error)}.`,
        'Correct SMTP_URL, or the mail server. Until then no password can be reset by mail.',
      )
    } finally {
      transport.close()
    }
  },
}
