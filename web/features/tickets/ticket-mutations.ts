import type { TicketInput } from '../../../contract/tickets.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useCreateTicket = () => useSave((input: TicketInput) => client.tickets.create(input), ['tickets'])

type Reply = { ticketid: number; message: string }
export const useReply = () => useSave((reply: Reply) => client.tickets.reply(reply), ['tickets'])

export const useMarkRead = () => useSave((ticketid: number) => client.tickets.markRead({ ticketid }), ['tickets'])
