import type { Figures } from '../../../contract/dashboard.ts'
import { inBusiness } from '../../rpc/procedure.ts'
import { createReadCoalescer } from '../../shared/coalesce-reads.ts'
import { countOpenTickets, findFigures, listAnnouncements } from './queries.ts'

/** Every open dashboard of a business asks for the figures when it hears of a sale, all at the same moment. */
const coalesceFigures = createReadCoalescer<Figures>()

// Each caller has entered the business by its own transaction and is let in or refused there; only the reading is shared.
const figures = inBusiness.dashboard.figures.handler(({ input, context: { scope, businessid } }) =>
  coalesceFigures(`${businessid} ${input.from} ${input.to}`, () => findFigures(scope, input)),
)

const tickets = inBusiness.dashboard.tickets.handler(({ context }) => countOpenTickets(context.scope))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

export const dashboard = { figures, tickets, announcements }
