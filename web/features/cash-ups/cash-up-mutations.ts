import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Also after a refusal: the day has changed. */
export function useSaveCashUp() {
  const queries = useQueryClient()
  return useSave(
    (input: Parameters<typeof client.cashUps.create>[0]) => client.cashUps.create(input),
    () => queries.invalidateQueries({ queryKey: api.cashUps.key() }),
  )
}
