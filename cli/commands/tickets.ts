import type { Command } from 'commander'
import type { ClientBase } from 'pg'
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

type Key = { businessid: string; ticketid: number }

type OpenTicket = Key & {
  business: string
  subject: string
  created_at: Date
  last_message_at: Date
  /** Whether the last message is an answer of support. */
  is_answered: boolean
}

/** The tickets of all businesses that are not closed, those that wait longest first. */
async function listOpenTickets(client: ClientBase) {
  const { rows } = await client.query<OpenTicket>(`
    select t.businessid, t.ticketid, b.name as business, t.subject, t.created_at,
           coalesce(m.created_at, t.created_at) as last_message_at, coalesce(m.is_from_support, false) as is_answered
      from support_tickets t
      join business b on b.id = t.businessid
      left join lateral (
        select created_at, is_from_support from ticket_messages
         where businessid = t.businessid and ticketid = t.ticketid order by messageid desc limit 1
      ) m on true
     where lower(btrim(coalesce(t.status, ''))) <> 'closed'
     order by is_answered, last_message_at, t.ticketid`)
  return rows
}

type Message = { is_from_support: boolean; email: string | null; message: string; created_at: Date }

type TicketThread = Key & {
  business: string
  subject: string
  status: string | null
  created_at: Date
  /** The e-mail of the person who opened it, or of the owner where nobody is known. Null when the account was deleted. */
  asked_by: string | null
  messages: Message[]
}

/** Undefined when there is no such ticket. The number is unique in the whole database. */
async function findTicket(client: ClientBase, ticketid: number): Promise<TicketThread | undefined> {
  const { rows } = await client.query<Omit<TicketThread, 'messages' | 'asked_by'> & { owner: string | null }>(
    `select t.businessid, t.ticketid, b.name as business, t.subject, t.status, t.created_at,
            (select u.email from business_users o join auth."user" u on u.id = o.user_id
              where o.businessid = b.id and o.role = 'owner' order by o.created_at limit 1) as owner
       from support_tickets t join business b on b.id = t.businessid
      where t.ticketid = $1`,
    [ticketid],
  )
  const [found] = rows
  if (!found) return undefined
  const { owner, ...ticket } = found
  const { rows: messages } = await client.query<Message>(
    `select is_from_support, u.email, message, m.created_at
       from ticket_messages m left join auth."user" u on u.id = m.user_id
      where m.businessid = $1 and m.ticketid = $2 order by messageid`,
    [ticket.businessid, ticketid],
  )
  const question = messages.find(({ is_from_support }) => !is_from_support)
  return { ...ticket, messages, asked_by: question?.email ?? owner }
}

const insertAnswer = (client: ClientBase, { businessid, ticketid }: Key, message: string) =>
  client.query(`insert into ticket_messages (businessid, ticketid, is_from_support, message) values ($1, $2, true, $3)`, [
    ...[businessid, ticketid, message],
  ])

const closeTicket = (client: ClientBase, { businessid, ticketid }: Key) =>
  client.query(`update support_tickets set status = 'closed' where businessid = $1 and ticketid = $2`, [businessid, ticketid])
