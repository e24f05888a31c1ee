import { sql } from 'kysely'
import { MAX_TICKET_MESSAGES_PER_HOUR, TICKETS_PER_PAGE } from '../../../contract/shared/constants.ts'
import type { Ticket, TicketInput, TicketThread } from '../../../contract/tickets.ts'
import { lockInBusiness } from '../../../db/locks.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { joinPerson, personName } from '../../shared/list-query.ts'

const hasNewAnswer = sql<boolean>`exists (
  select from ticket_messages m
   where m.businessid = ${currentBusiness} and m.ticketid = support_tickets.ticketid
     and m.is_from_support and m.created_at > support_tickets.read_at)`

type Counts = { open: number; new_answers: number }

/** Tickets that are not closed; one without a status is open. */
export async function countTickets(scope: Scope): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select count(*) filter (where lower(btrim(coalesce(status, ''))) <> 'closed') as open,
           count(*) filter (where ${hasNewAnswer}) as new_answers
      from support_tickets
     where businessid = ${currentBusiness}`.execute(scope)
  const [counts] = rows
  if (!counts) throw new Error('a count without groups is one row')
  return counts
}

/** Newest first, those before a ticket or the newest of all. A business has few, so they are sorted without an index. */
export async function listTickets(scope: Scope, before?: number) {
  const { rows } = await sql<Ticket>`
    select ticketid, subject, status, created_at, ${hasNewAnswer} as has_new_answer
      from support_tickets
     where businessid = ${currentBusiness}
       ${
         before === undefined
           ? sql``
           : sql`and (created_at, ticketid) < (select created_at, ticketid from support_tickets
                                                where businessid = ${currentBusiness} and ticketid = ${before})`
       }
     order by created_at desc, ticketid desc
     limit ${TICKETS_PER_PAGE + 1}`.execute(scope)
  return { rows: rows.slice(0, TICKETS_PER_PAGE), has_more: rows.length > TICKETS_PER_PAGE }
}

/** Undefined when there is no such ticket. */
export async function findTicket(scope: Scope, ticketid: number): Promise<TicketThread | undefined> {
  const { rows: tickets } = await sql<Omit<TicketThread, 'messages'>>`
    select ticketid, subject, status, created_at from support_tickets
     where businessid = ${currentBusiness} and ticketid = ${ticketid}`.execute(scope)
  const [ticket] = tickets
  if (!ticket) return undefined
  const { rows: messages } = await sql<TicketThread['messages'][number]>`
    select messageid, is_from_support, message, m.created_at, nullif(btrim(${personName}), '') as author
      from ticket_messages m
      ${joinPerson('m')}
     where m.businessid = ${currentBusiness} and m.ticketid = ${ticketid}
     order by messageid`.execute(scope)
  return { ...ticket, messages }
}

/** What a new message has become. */
type Sent = { status: 'sent' | 'sent before'; ticketid: number } | { status: 'too many' }

/** A retry with the same subject and message returns the ticket of the first request. */
export async function insertTicket(scope: Scope, userId: string, { subject, message }: TicketInput): Promise<Sent> {
  await lockMessages(scope)
  const { rows } = await sql<{ ticketid: number }>`
    select ticketid from ticket_messages m join support_tickets using (businessid, ticketid)
     where businessid = ${currentBusiness} and subject = ${subject} and ${isRetry(userId, message)}`.execute(scope)
  const [existing] = rows
  if (existing) return { status: 'sent before', ticketid: existing.ticketid }
  if (await areTooMany(scope)) return { status: 'too many' }
  const { ticketid } = await scope
    .insertInto('support_tickets')
    .values({ subject })
    .returning('ticketid')
    .executeTakeFirstOrThrow()
  await scope.insertInto('ticket_messages').values({ ticketid, message }).execute()
  return { status: 'sent', ticketid }
}

/** Opens a closed ticket again. Undefined when there is no such ticket. */
export async function insertReply(
  scope: Scope,
  userId: string,
  { ticketid, message }: { ticketid: number; message: string },
): Promise<(Sent & { subject: string }) | undefined> {
  await lockMessages(scope)
  const ticket = await scope
    .selectFrom('support_tickets')
    .select('subject')
    .where('businessid', '=', currentBusiness)
    .where('ticketid', '=', ticketid)
    .executeTakeFirst()
  if (!ticket) return undefined
  const { rows } = await sql`
    select from ticket_messages m
     where businessid = ${currentBusiness} and ticketid = ${ticketid} and ${isRetry(userId, message)}`.execute(scope)
  if (rows.length > 0) return { ...ticket, status: 'sent before', ticketid }
  if (await areTooMany(scope)) return { ...ticket, status: 'too many' }
  await scope.insertInto('ticket_messages').values({ ticketid, message }).execute()
  await scope
    .updateTable('support_tickets')
    .set({ status: 'open' })
    .where('businessid', '=', currentBusiness)
    .where('ticketid', '=', ticketid)
    .where(sql<boolean>`lower(btrim(status)) = 'closed'`)
    .execute()
  return { ...ticket, status: 'sent', ticketid }
}

/** False when there is no such ticket. */
export async function markTicketRead(scope: Scope, ticketid: number) {
  const { numUpdatedRows } = await scope
    .updateTable('support_tickets')
    .set({ read_at: sql`now()` })
    .where('businessid', '=', currentBusiness)
    .where('ticketid', '=', ticketid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** For the mail to the operator. */
export const findBusinessName = (scope: Scope) =>
  scope.selectFrom('business').select('name').where('id', '=', currentBusiness).executeTakeFirstOrThrow()

/** One message of a business at a time, so that the limit holds and a retry finds the first request. */
const lockMessages = (scope: Scope) => lockInBusiness(scope, 'tickets')

const isRetry = (userId: string, message: string) =>
  sql<boolean>`m.user_id = ${userId} and m.message = ${message} and m.created_at > now() - interval '1 hour'`

async function areTooMany(scope: Scope) {
  const { rows } = await sql<{ sent: number }>`
    select count(*) as sent from ticket_messages
     where businessid = ${currentBusiness} and not is_from_support and created_at > now() - interval '1 hour'`.execute(scope)
  return (rows[0]?.sent ?? 0) >= MAX_TICKET_MESSAGES_PER_HOUR
}
