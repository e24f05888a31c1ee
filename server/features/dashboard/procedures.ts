import { inBusiness } from '../../rpc/procedure.ts'
import { countOpenTickets, findFigures, listAnnouncements } from './queries.ts'

const figures = inBusiness.dashboard.figures.handler(({ input, context }) => findFigures(context.scope, input))

const tickets = inBusiness.dashboard.tickets.handler(({ context }) => countOpenTickets(context.scope))

const announcements = inBusiness.dashboard.announcements.handler(({ context }) => listAnnouncements(context.scope))

export const dashboard = { figures, tickets, announcements }
