import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

/** Answers with the key, at once: the answer is the only place where it stands. */
export function useMakeTill() {
  const makeStale = useStaleTills()
  return useMutation(api.tills.create.mutationOptions({ gcTime: 0, onSuccess: () => void makeStale() }))
}

/** Done when the list shows it; a refusal says that the list shows what is no more. */
export function useRevokeTill() {
  const makeStale = useStaleTills()
  return useMutation(api.tills.revoke.mutationOptions({ onSuccess: makeStale, onError: () => void makeStale() }))
}

function useStaleTills() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tills.key() })
}
