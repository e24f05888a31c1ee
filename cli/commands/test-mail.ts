import type { Command } from 'commander'
import { getErrorMessage } from '../../db/errors.ts'
import { createMailer } from '../../server/auth/mail.ts'
import { readOperatorConfig } from '../../server/config.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { noteMissingPublicUrl } from '../shared/note-missing-public-url.ts'
import { printWrittenMail } from '../shared/print-written-mail.ts'

/** Sends one mail by SMTP_URL, as the server sends its own. Needs no database. */
export function addTestMail(program: Command) {
  program
    .command('test-mail')
    .description('send a test mail, as the server sends its mails')
    .argument('<email>', 'who gets it')
    .action(async (to: string) => {
      const operator = readOperatorConfig(process.env)
      noteMissingPublicUrl(operator)
      const text = `This is a test mail of the Winkel server ${operator.publicUrl}. Its mails reach this address.`
      await createMailer(
        operator,
        printWrittenMail,
      )({ to, subject: 'Test mail of Winkel', text }).catch((error) => {
        throw new CannotRun(`The mail could not be sent: ${getErrorMessage(error)}.`)
      })
      if (operator.smtpUrl) console.log(`The mail server took the mail to ${to}. Look for it there, also among junk mail.`)
    })
}
