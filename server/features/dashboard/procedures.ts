import type { Figures } from '../../../contract/dashboard.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRange } from '../../rpc/read-range.ts'
import { createReadCoalescer } from '../../shared/coalesce-reads.ts'
import { dismissAnnouncement, listAnnouncements } from './announcements.ts'
import { countOpenTickets, findFigures, findFirstSteps, listHours, listTickets } from './queries.ts'

/** Every open dashboard of a business asks for the figures when it hears of a sale, all at the same moment. */
const coalesceFigures = createReadCoalescer<Figures>()

// Each caller is let in or refused in a transaction of its own. Only the reading is shared.
const figures = signedIn.dashboard.figures.handler(({ input, context }) =>
  readRange(
    context,
    input,
    (scope) => findFigures(scope, input),
    (businessid, read) => coalesceFigures(`${businessid} ${input.from} ${input.to}`, read),
  ),
)

const hours = inBusiness.dashboard.hours.handler(({ input, context }) => listHours(context.scope, input.day))

const firstSteps = inBusiness.dashboard.firstSteps.handler(({ context }) => findFirstSteps(context.scope))

const tickets = inBusiness.dashboard.tickets.handler(({ context }) => countOpenTickets(context.scope))

const ticketList = inBusiness.dashboard.listTickets.handler(({ input, context }) => listTickets(context.scope, input.before))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

const dismissal = inBusiness.dashboard.dismissAnnouncement.handler(async ({ input, context, errors }) => {
  if (!(await dismissAnnouncement(context.scope, input.announcementid))) throw errors.NOT_FOUND()
})

export const dashboard = {
  figures,
  hours,
  firstSteps,
  tickets,
  listTickets: ticketList,
  announcements,
  dismissAnnouncement: dismissal,
}
