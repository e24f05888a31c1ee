import type { Figures } from '../../../contract/dashboard.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRange } from '../../rpc/read-range.ts'
import { createReadCoalescer } from '../../shared/coalesce-reads.ts'
import type { MailToSupport } from '../../shared/ticket-mails.ts'
import { dismissAnnouncement, listAnnouncements } from './announcements.ts'
import { findFigures } from './figures.ts'
import { findLateSales, saveLook } from './late-sales.ts'
import { findFiguresCheck, findFirstSteps, listHours, listSilentTills } from './queries.ts'
import { countTickets, findBusinessName, findTicket, insertReply, insertTicket, listTickets, markTicketRead } from './tickets.ts'

/** Every open dashboard of a business asks for the figures when it hears of a sale, all at the same moment. */
const coalesceFigures = createReadCoalescer<Figures>()

// Each caller is let in or refused in a transaction of its own. Only the reading is shared.
const figures = signedIn.dashboard.figures.handler(({ input, context }) =>
  readRange(
    context,
    input,
    (scope) => findFigures(scope, input),
    (businessid, read) => coalesceFigures(`${businessid} ${JSON.stringify(input)}`, read),
  ),
)

const hours = inBusiness.dashboard.hours.handler(({ input, context }) => listHours(context.scope, input))

const figuresCheck = inBusiness.dashboard.figuresCheck.handler(({ context }) => findFiguresCheck(context.scope))

const firstSteps = inBusiness.dashboard.firstSteps.handler(({ context }) => findFirstSteps(context.scope))

const tickets = inBusiness.dashboard.tickets.handler(({ context }) => countTickets(context.scope))

const ticketList = inBusiness.dashboard.listTickets.handler(({ input, context }) => listTickets(context.scope, input.before))

const getTicket = inBusiness.dashboard.getTicket.handler(async ({ input, context, errors }) => {
  const ticket = await findTicket(context.scope, input.ticketid)
  if (!ticket) throw errors.NOT_FOUND()
  return ticket
})

const markRead = inBusiness.dashboard.markTicketRead.handler(async ({ input, context, errors }) => {
  if (!(await markTicketRead(context.scope, input.ticketid))) throw errors.NOT_FOUND()
})

/** The calls that write to support, and mail it to the operator after COMMIT. */
function createTicketWrites(mailToSupport: MailToSupport) {
  const createTicket = inBusiness.dashboard.createTicket.handler(async ({ input, context, errors }) => {
    const { scope, person, log, afterCommit } = context
    const sent = await insertTicket(scope, person.user_id, input)
    if (sent.status === 'too many') throw errors.TOO_MANY_MESSAGES()
    const { ticketid } = sent
    if (sent.status === 'sent') {
      const { name } = await findBusinessName(scope)
      log.info({ event: 'ticket_opened', ticket: ticketid }, 'a business asked support')
      afterCommit(async () => mailToSupport({ ...input, ticketid, business: name, from: person.email }))
    }
    return { ticketid }
  })
  const replyToTicket = inBusiness.dashboard.replyToTicket.handler(async ({ input, context, errors }) => {
    const { scope, person, log, afterCommit } = context
    const sent = await insertReply(scope, person.user_id, input)
    if (!sent) throw errors.NOT_FOUND()
    if (sent.status === 'too many') throw errors.TOO_MANY_MESSAGES()
    if (sent.status === 'sent before') return
    const { name } = await findBusinessName(scope)
    log.info({ event: 'ticket_replied', ticket: input.ticketid }, 'a business wrote to support again')
    afterCommit(async () => mailToSupport({ ...input, subject: sent.subject, business: name, from: person.email }))
  })
  return { createTicket, replyToTicket }
}

const lateSales = inBusiness.dashboard.lateSales.handler(({ context }) => findLateSales(context.scope))

const look = inBusiness.dashboard.look.handler(async ({ input, context }) => {
  await saveLook(context.scope, input.as_at)
})

const silentTills = inBusiness.dashboard.silentTills.handler(({ context }) => listSilentTills(context.scope))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

const dismissal = inBusiness.dashboard.dismissAnnouncement.handler(async ({ input, context, errors }) => {
  if (!(await dismissAnnouncement(context.scope, input.announcementid))) throw errors.NOT_FOUND()
})

export const createDashboard = (mailToSupport: MailToSupport) => ({
  figures,
  hours,
  figuresCheck,
  firstSteps,
  tickets,
  listTickets: ticketList,
  getTicket,
  markTicketRead: markRead,
  ...createTicketWrites(mailToSupport),
  lateSales,
  look,
  silentTills,
  announcements,
  dismissAnnouncement: dismissal,
})
