import { inBusiness } from '../../rpc/procedure.ts'
import type { MailToSupport } from '../../shared/ticket-mails.ts'
import { countTickets, findBusinessName, findTicket, insertReply, insertTicket, listTickets, markTicketRead } from './queries.ts'

const count = inBusiness.tickets.count.handler(({ context }) => countTickets(context.scope))

const list = inBusiness.tickets.list.handler(({ input, context }) => listTickets(context.scope, input.before))

const get = inBusiness.tickets.get.handler(async ({ input, context, errors }) => {
  const ticket = await findTicket(context.scope, input.ticketid)
  if (!ticket) throw errors.NOT_FOUND()
  return ticket
})

const markRead = inBusiness.tickets.markRead.handler(async ({ input, context, errors }) => {
  if (!(await markTicketRead(context.scope, input.ticketid))) throw errors.NOT_FOUND()
})

/** The calls that write to support, and mail it to the operator after COMMIT. */
function createTicketWrites(mailToSupport: MailToSupport) {
  const create = inBusiness.tickets.create.handler(async ({ input, context, errors }) => {
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
  const reply = inBusiness.tickets.reply.handler(async ({ input, context, errors }) => {
    const { scope, person, log, afterCommit } = context
    const sent = await insertReply(scope, person.user_id, input)
    if (!sent) throw errors.NOT_FOUND()
    if (sent.status === 'too many') throw errors.TOO_MANY_MESSAGES()
    if (sent.status === 'sent before') return
    const { name } = await findBusinessName(scope)
    log.info({ event: 'ticket_replied', ticket: input.ticketid }, 'a business wrote to support again')
    afterCommit(async () => mailToSupport({ ...input, subject: sent.subject, business: name, from: person.email }))
  })
  return { create, reply }
}

export const createTickets = (mailToSupport: MailToSupport) => ({
  count,
  list,
  get,
  markRead,
  ...createTicketWrites(mailToSupport),
})
