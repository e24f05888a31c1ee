import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '../../auth/session.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const closingQuery = () => api.account.closing.get.queryOptions()

/** The session then says that the business is closed, which leads to the screen of that. */
export const useCloseBusiness = () => useSave(client.account.closing.close, refreshSession)

/** All that was read before may have changed. */
export function useReopenBusiness() {
  const queries = useQueryClient()
  return useSave(
    () => client.account.closing.reopen(),
    () => queries.invalidateQueries(),
  )
}
