import { useQueryClient } from '@tanstack/react-query'
import type { TicketInput } from '../../../contract/dashboard.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useCreateTicket = () => useSave((input: TicketInput) => client.dashboard.createTicket(input), useInvalidateTickets())

type Reply = { ticketid: number; message: string }
export const useReply = () => useSave((reply: Reply) => client.dashboard.replyToTicket(reply), useInvalidateTickets())

export const useMarkRead = () =>
  useSave((ticketid: number) => client.dashboard.markTicketRead({ ticketid }), useInvalidateTickets())

function useInvalidateTickets() {
  const queries = useQueryClient()
  return async () => {
    const { tickets, listTickets, getTicket } = api.dashboard
    await Promise.all([tickets, listTickets, getTicket].map((call) => queries.invalidateQueries({ queryKey: call.key() })))
  }
}
