import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '../../auth/session.ts'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const closingQuery = () => api.account.closing.get.queryOptions()

/** The session then says that the business is closed, which leads to the screen of that. */
export function useCloseBusiness() {
  const queries = useQueryClient()
  return useSave(client.account.closing.close, async () => {
    await queries.invalidateQueries({ queryKey: api.account.closing.key() })
    await refreshSession()
  })
}

/** All that was read before may have changed. */
export function useReopenBusiness() {
  const queries = useQueryClient()
  return useSave(
    () => client.account.closing.reopen(),
    () => queries.invalidateQueries(),
  )
}
