import { column, createdAt, optional, type Part } from './part.ts'

/** What the business asked support. */
export const SUPPORT_PARTS: Part[] = [
  {
    file: 'support-tickets.csv',
    table: 'support_tickets',
    means: 'What the business asked support.',
    key: ['ticketid'],
    columns: [
      column('ticketid', 'id', 'The number of the ticket'),
      column('subject', 'text', 'The subject'),
      optional('status', 'text', 'closed, or anything else for open'),
      createdAt,
      column('read_at', 'timestamp', 'When somebody of the business last opened it'),
    ],
  },
  {
    file: 'ticket-messages.csv',
    table: 'ticket_messages',
    means: 'The messages on the tickets.',
    key: ['messageid'],
    columns: [
      column('messageid', 'id', 'The number of the message'),
      column('ticketid', 'id', 'The ticket'),
      column('is_from_support', 'boolean', 'true for an answer of support'),
      optional('user_id', 'uuid', 'Who wrote it'),
      column('message', 'text', 'The message'),
      createdAt,
    ],
  },
]
