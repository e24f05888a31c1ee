import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Answers with the key, and at once, without the list: the answer is the only place where it stands. */
export function useCreateTill() {
  const readAnew = useStaleTills()
  return useSave(client.tills.create, async () => void readAnew())
}

export const useRevokeTill = () => useSave(client.tills.revoke, useStaleTills())

function useStaleTills() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tills.key() })
}
