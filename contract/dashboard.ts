import { oc } from '@orpc/contract'
import { z } from 'zod'
import { Compared } from './figures.ts'
import { Comparison, Period, placeFilters } from './search/filters.ts'
import { dataErrors, NOT_FOUND } from './shared/errors.ts'
import { CalendarDate, Id, inRange, requiredText } from './shared/fields.ts'

/** The range of the figures, what it is compared with, and the sites and employees that all figures are narrowed to. */
export const FiguresInput = inRange(
  z.strictObject({
    from: CalendarDate,
    to: CalendarDate,
    compare: Comparison.default('off'),
    period: Period.optional(),
    ...placeFilters,
  }),
)
export type FiguresInput = z.output<typeof FiguresInput>

/** Every figure of the dashboard for one range; amounts in rand, net of refunds. */
export const Figures = z.object({
  from: z.string(),
  to: z.string(),
  /** The time of the database's snapshot. */
  as_at: z.date(),
  revenue: z.number(),
  orders: z.number().int(),
  /** revenue / orders, 0 when there are none. */
  average: z.number(),
  /** Null without a comparison, and when the business had no sale yet on the first day of the earlier range. */
  compared: Compared.nullable(),
  /** Products of the sites with less than LOW_STOCK units, now. */
  low_stock: z.number().int(),
  /** One entry a day of the range, zero-filled, oldest first. */
  daily: z.array(z.object({ day: z.string(), revenue: z.number(), orders: z.number().int() })),
  /** Sales per payment method as stored: lower case, 'unknown' when blank; most used first. */
  payments: z.array(z.object({ payment_method: z.string(), orders: z.number().int(), revenue: z.number() })),
  top_sites: z.array(z.object({ siteid: z.number(), sitename: z.string(), revenue: z.number() })),
  top_products: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      /** Today's price. */
      price: z.number(),
      sold: z.number(),
      /** With VAT and net of discounts and refunds, as in the reports. */
      total: z.number(),
      /** total / sold, rounded to cents; null where sales and refunds are as many. */
      average_price: z.number().nullable(),
    }),
  ),
  top_employees: z.array(z.object({ employeeid: z.number(), firstname: z.string(), lastname: z.string(), revenue: z.number() })),
  low_stock_items: z.array(
    z.object({
      productid: z.number(),
      productname: z.string(),
      sitename: z.string(),
      supplier: z.string(),
      stock: z.number(),
    }),
  ),
})
export type Figures = z.infer<typeof Figures>

export const Announcement = z.object({
  announcementid: z.number(),
  message: z.string(),
  link_title: z.string().nullable(),
  link_value: z.string().nullable(),
})
export type Announcement = z.infer<typeof Announcement>

/** An hour of a day, as the clock of the business shows its beginning: '14:00'. */
export const Hour = z.object({ hour: z.string(), revenue: z.number(), orders: z.number().int() })
export type Hour = z.infer<typeof Hour>

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

/** A till that was used on at least 5 of its last 7 days, and not in the last 24 hours. */
export const SilentTill = z.object({
  tillid: z.number(),
  sitename: z.string(),
  name: z.string(),
  last_used_at: z.date(),
})
export type SilentTill = z.infer<typeof SilentTill>

const ticketid = z.coerce.number().pipe(Id)
const TOO_MANY_MESSAGES = {
  status: 429,
  message: 'Your business has sent many messages to support. Try again in an hour.',
} as const

/** Sales of days that were over when the caller last looked at the dashboard, and that arrived since then. */
export const LateSales = z.object({
  /** When the caller last looked; null before the first time. */
  since: z.date().nullable(),
  /** The time of the answer. */
  as_at: z.date(),
  /** Newest first. */
  days: z.array(z.object({ day: z.string(), orders: z.number().int() })),
})
export type LateSales = z.infer<typeof LateSales>

/** The last daily comparison of the figures with the sales. */
export const FiguresCheck = z.object({
  /** Null before the first one. */
  checked_at: z.date().nullable(),
  /** How many sums differed. */
  differences: z.number().int(),
})
export type FiguresCheck = z.infer<typeof FiguresCheck>

/** What a new business has set up. */
export const FirstSteps = z.object({
  has_products: z.boolean(),
  /** Besides the owner. */
  has_employees: z.boolean(),
  has_tills: z.boolean(),
  /** The day of the latest sale, in the time zone of the business; null without sales. */
  last_sale_date: CalendarDate.nullable(),
})
export type FirstSteps = z.infer<typeof FirstSteps>

export const dashboard = {
  figures: oc
    .route({ method: 'GET', path: '/dashboard/figures', summary: 'Every figure of the dashboard', tags: ['Dashboard'] })
    .errors(dataErrors)
    .input(FiguresInput)
    .output(Figures),
  hours: oc
    .route({
      method: 'GET',
      path: '/dashboard/hours',
      summary: 'The sales of a day by hour',
      description: 'Every hour of the day that has begun, zero-filled. Amounts are in rand, net of refunds.',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .input(z.strictObject({ day: CalendarDate, ...placeFilters }))
    .output(z.array(Hour)),
  figuresCheck: oc
    .route({
      method: 'GET',
      path: '/dashboard/figures-check',
      summary: 'When the figures were last compared with the sales',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(FiguresCheck),
  firstSteps: oc
    .route({ method: 'GET', path: '/dashboard/first-steps', summary: 'What a new business has set up', tags: ['Dashboard'] })
    .errors(dataErrors)
    .output(FirstSteps),
  tickets: oc
    .route({
      method: 'GET',
      path: '/dashboard/tickets',
      summary: 'How many support tickets are open, and how many have a new answer',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.object({ open: z.number().int(), new_answers: z.number().int() })),
  listTickets: oc
    .route({ method: 'GET', path: '/tickets', summary: 'A page of support tickets, newest first', tags: ['Dashboard'] })
    .errors(dataErrors)
    .input(
      z.strictObject({
        /** The last ticket of the page before. */
        before: z.coerce.number().pipe(Id).optional(),
      }),
    )
    .output(z.object({ rows: z.array(Ticket), has_more: z.boolean() })),
  createTicket: oc
    .route({
      path: '/tickets',
      successStatus: 201,
      summary: 'Ask support',
      description: 'The same subject and message from the same person within an hour return the ticket of the first request.',
      tags: ['Dashboard'],
    })
    .errors({ ...dataErrors, TOO_MANY_MESSAGES })
    .input(TicketInput)
    .output(z.object({ ticketid: Id })),
  getTicket: oc
    .route({ method: 'GET', path: '/tickets/{ticketid}', summary: 'A support ticket with its messages', tags: ['Dashboard'] })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ ticketid }))
    .output(TicketThread),
  replyToTicket: oc
    .route({
      path: '/tickets/{ticketid}/messages',
      successStatus: 201,
      summary: 'Write to support on a ticket',
      description: 'Opens a closed ticket again. The same message from the same person within an hour is stored once.',
      tags: ['Dashboard'],
    })
    .errors({ ...dataErrors, NOT_FOUND, TOO_MANY_MESSAGES })
    .input(TicketMessage.extend({ ticketid }))
    .output(z.void()),
  markTicketRead: oc
    .route({
      method: 'PUT',
      path: '/tickets/{ticketid}/read',
      summary: 'The answers on a ticket are no longer new',
      tags: ['Dashboard'],
    })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ ticketid }))
    .output(z.void()),
  lateSales: oc
    .route({
      method: 'GET',
      path: '/dashboard/late-sales',
      summary: 'Sales of closed days that arrived since the caller last looked',
      description: 'Sales of imports, and sales that arrive within an hour, are not among them.',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(LateSales),
  look: oc
    .route({
      method: 'PUT',
      path: '/dashboard/look',
      summary: 'The caller has seen the late sales until a time',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .input(z.strictObject({ as_at: z.coerce.date() }))
    .output(z.void()),
  silentTills: oc
    .route({
      method: 'GET',
      path: '/dashboard/silent-tills',
      summary: 'Tills that sold daily and have sent nothing for a day',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.array(SilentTill)),
  announcements: oc
    .route({
      method: 'GET',
      path: '/dashboard/announcements',
      summary: 'The announcements valid now, newest first, without those that the caller has put away',
      tags: ['Dashboard'],
    })
    .errors(dataErrors)
    .output(z.array(Announcement)),
  dismissAnnouncement: oc
    .route({
      method: 'PUT',
      path: '/dashboard/announcements/{announcementid}/dismissal',
      summary: 'Put an announcement away, for the caller only',
      tags: ['Dashboard'],
    })
    .errors({ ...dataErrors, NOT_FOUND })
    .input(z.strictObject({ announcementid: z.coerce.number().pipe(Id) }))
    .output(z.void()),
}
