import type { Command } from 'commander'
import { TicketMessage } from '../../contract/tickets.ts'
import { createMailer } from '../../server/auth/mail.ts'
import { createAnswerMail } from '../../server/shared/ticket-mails.ts'
import { parseId } from '../shared/arguments.ts'
import { CannotRun } from '../shared/cannot-run.ts'
import { formatAge, formatTime } from '../shared/dates.ts'
import { EXIT } from '../shared/exit-codes.ts'
import { noteMissingPublicUrl } from '../shared/note-missing-public-url.ts'
import { addJsonOption, createOutput, formatTable, type OutputOptions, toPlainText } from '../shared/output.ts'
import { printWrittenMail } from '../shared/print-written-mail.ts'
import { type Owner, withOwner } from '../shared/with-owner.ts'
import { closeTicket, findTicket, insertAnswer, listOpenTickets } from '../tickets/queries.ts'

const addNumber = (command: Command) => command.argument('<number>', 'the number of the ticket', parseId)

/** The support tickets of all businesses. */
export function addTickets(program: Command) {
  const tickets = addJsonOption(
    program.command('tickets').description('list the open support tickets of all businesses, oldest message first'),
  ).action(async (options: OutputOptions) => {
    const rows = await withOwner(({ client }) => listOpenTickets(client))
    createOutput(options).result(rows, () =>
      rows.length === 0
        ? 'There are no open tickets.'
        : formatTable(rows, [
            { title: 'Number', value: ({ ticketid }) => ticketid, align: 'right' },
            { title: 'Business', value: ({ business }) => business },
            { title: 'Subject', value: ({ subject }) => subject || 'No subject' },
            { title: 'Last message', value: ({ last_message_at }) => `${formatAge(last_message_at)} ago` },
            { title: '', value: ({ is_answered }) => (is_answered ? 'answered' : '') },
          ]),
    )
  })

  addJsonOption(addNumber(tickets.command('show').description('print a ticket with its messages'))).action(
    async (ticketid: number, options: OutputOptions) => {
      const ticket = await withOwner((owner) => readTicket(owner, ticketid))
      createOutput(options).result(ticket, () =>
        [
          `Ticket ${ticketid}: ${toPlainText(ticket.subject) || 'No subject'}`,
          `${toPlainText(ticket.business)} · ${ticket.status ?? 'open'} · ${formatTime(ticket.created_at)}`,
          ...ticket.messages.map(
            ({ is_from_support, email, message, created_at }) =>
              `\n${is_from_support ? 'Support' : (email ?? 'a deleted account')}, ${formatTime(created_at)}:\n${message.split('\n').map(toPlainText).join('\n')}`,
          ),
        ].join('\n'),
      )
    },
  )

  addNumber(tickets.command('answer').description('answer a ticket, and mail the answer to the person who asked'))
    .argument('<text>', 'the answer')
    .action(async (ticketid: number, text: string) => {
      const { data, error } = TicketMessage.safeParse({ message: text })
      if (!data) throw new CannotRun(error.issues[0]?.message ?? 'Enter a message.')
      process.exitCode = await withOwner(async (owner) => {
        const ticket = await readTicket(owner, ticketid)
        await owner.change(() => insertAnswer(owner.client, ticket, data.message))
        console.log(`Ticket ${ticketid} is answered.`)
        return mailAnswer(owner, { ...ticket, message: data.message })
      })
    })

  addNumber(tickets.command('close').description('close a ticket')).action(async (ticketid: number) => {
    await withOwner(async (owner) => {
      const ticket = await readTicket(owner, ticketid)
      await owner.change(() => closeTicket(owner.client, ticket))
    })
    console.log(`Ticket ${ticketid} is closed.`)
  })
}

async function readTicket({ client }: Owner, ticketid: number) {
  const ticket = await findTicket(client, ticketid)
  if (!ticket) throw new CannotRun(`There is no ticket ${ticketid}.`)
  return ticket
}

type Answer = { ticketid: number; subject: string; asked_by: string | null; message: string }

async function mailAnswer({ operator }: Owner, { asked_by, ...answer }: Answer) {
  if (!asked_by) {
    console.error('The account of the person who asked was deleted: no mail was sent.')
    return EXIT.findings
  }
  noteMissingPublicUrl(operator)
  try {
    await createMailer(operator, printWrittenMail)(createAnswerMail({ ...operator, ...answer, to: asked_by }))
    return EXIT.done
  } catch (error) {
    console.error(`The mail to ${asked_by} could not be sent: ${error instanceof Error ? error.message : error}.`)
    return EXIT.findings
  }
}
