import type { Figures } from '../../../contract/dashboard.ts'
import { inBusiness, signedIn } from '../../rpc/procedure.ts'
import { readRange } from '../../rpc/read-range.ts'
import { createReadCoalescer } from '../../shared/coalesce-reads.ts'
import { countOpenTickets, findFigures, listAnnouncements } from './queries.ts'

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

const tickets = inBusiness.dashboard.tickets.handler(({ context }) => countOpenTickets(context.scope))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

export const dashboard = { figures, tickets, announcements }
