import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Does not wait for the list: the answer is the only place that has the key. */
export function useCreateTill() {
  const invalidate = useInvalidateTills()
  return useSave(client.tills.create, async () => void invalidate())
}

export const useRevokeTill = () => useSave(client.tills.revoke, useInvalidateTills())

function useInvalidateTills() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tills.key() })
}
