import { useQueryClient } from '@tanstack/react-query'
import type { TicketInput } from '../../../contract/tickets.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useCreateTicket = () => useSave((input: TicketInput) => client.tickets.create(input), useInvalidateTickets())

type Reply = { ticketid: number; message: string }
export const useReply = () => useSave((reply: Reply) => client.tickets.reply(reply), useInvalidateTickets())

export const useMarkRead = () => useSave((ticketid: number) => client.tickets.markRead({ ticketid }), useInvalidateTickets())

function useInvalidateTickets() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tickets.key() })
}
