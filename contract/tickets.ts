import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { Id, requiredText } from './shared/fields.ts'

export const Ticket = z.object({
  ticketid: Id,
  subject: z.string(),
  /** 'closed' in any spelling is closed; everything else, and null, is open. */
  status: z.string().nullable(),
  created_at: z.date(),
  /** Whether support has answered since somebody of the business opened it. */
  has_new_answer: z.boolean(),
})
export type Ticket = z.infer<typeof Ticket>

export const TicketMessage = z.strictObject({ message: requiredText('Enter a message.', 5000) })
export type TicketMessage = z.infer<typeof TicketMessage>

export const TicketInput = TicketMessage.extend({ subject: requiredText('Enter a subject.') })
export type TicketInput = z.infer<typeof TicketInput>

export const TicketThread = Ticket.omit({ has_new_answer: true }).extend({
  /** Oldest first. */
  messages: z.array(
    z.object({
      messageid: Id,
      is_from_support: z.boolean(),
      /** The name of the person; null for support, and for an account that was deleted. */
      author: z.string().nullable(),
      message: z.string(),
      created_at: z.date(),
    }),
  ),
})
export type TicketThread = z.infer<typeof TicketThread>

const ticketid = z.coerce.number().pipe(Id)
const TOO_MANY_MESSAGES = {
  status: 429,
  message: 'Too many messages to support. Try again in an hour.',
} as const

/** What a business asks support, and the answers. */
export const tickets = {
  count: oc
    .route({
      method: 'GET',
      path: '/dashboard/tickets',
      summary: 'How many support tickets are open, and how many have a new answer',
      tags: ['Tickets'],
    })
    .errors(dataErrors)
    .output(z.object({ open: z.number().int(), new_answers: z.number().int() })),
  list: oc
    .route({ method: 'GET', path: '/tickets', summary: 'A page of support tickets, newest first', tags: ['Tickets'] })
    .errors(dataErrors)
    .input(
      z.strictObject({
        /** The last ticket of the page before. */
        before: z.coerce.number().pipe(Id).optional(),
      }),
    )
    .output(z.object({ rows: z.array(Ticket), has_more: z.boolean() })),
  create: oc
    .route({
      path: '/tickets',
      successStatus: 201,
      summary: 'Ask support',
      description: 'The same subject and message from the same person within an hour return the ticket of the first request.',
      tags: ['Tickets'],
    })
    .errors({ ...dataErrors, TOO_MANY_MESSAGES })
    .input(TicketInput)
    .output(z.object({ ticketid: Id })),
  get: oc
    .route({ method: 'GET', path: '/tickets/{ticketid}', summary: 'A support ticket with its messages', tags: ['Tickets'] })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ ticketid }))
    .output(TicketThread),
  reply: oc
    .route({
      path: '/tickets/{ticketid}/messages',
      successStatus: 201,
      summary: 'Write to support on a ticket',
      description: 'Opens a closed ticket again. The same message from the same person within an hour is stored once.',
      tags: ['Tickets'],
    })
    .errors({ ...dataErrors, NOT_FOUND, TOO_MANY_MESSAGES })
    .input(TicketMessage.extend({ ticketid }))
    .output(z.void()),
  markRead: oc
    .route({
      method: 'PUT',
      path: '/tickets/{ticketid}/read',
      summary: 'The answers on a ticket are no longer new',
      tags: ['Tickets'],
    })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ ticketid }))
    .output(z.void()),
}
