import type { ClientBase } from 'pg'

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
export async function listOpenTickets(client: ClientBase) {
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
export async function findTicket(client: ClientBase, ticketid: number): Promise<TicketThread | undefined> {
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

export const insertAnswer = (client: ClientBase, { businessid, ticketid }: Key, message: string) =>
  client.query(`insert into ticket_messages (businessid, ticketid, is_from_support, message) values ($1, $2, true, $3)`, [
    ...[businessid, ticketid, message],
  ])

export const closeTicket = (client: ClientBase, { businessid, ticketid }: Key) =>
  client.query(`update support_tickets set status = 'closed' where businessid = $1 and ticketid = $2`, [businessid, ticketid])
