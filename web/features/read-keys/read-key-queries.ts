import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const readKeysQuery = () => api.readKeys.list.queryOptions()

/** Does not wait for the list: the answer is the only place that has the key. */
export function useCreateReadKey() {
  const invalidate = useInvalidateReadKeys()
  return useSave(client.readKeys.create, async () => void invalidate())
}

export const useRevokeReadKey = () => useSave(client.readKeys.revoke, useInvalidateReadKeys())

function useInvalidateReadKeys() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.readKeys.key() })
}
