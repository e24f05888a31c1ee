import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'
import { makesStale } from '../lib/makes-stale.ts'

/** Answers with the key, at once: the answer is the only place where it stands. */
export function useMakeTill() {
  const makeStale = useStaleTills()
  return useMutation(api.tills.create.mutationOptions({ gcTime: 0, onSuccess: () => void makeStale() }))
}

export function useRevokeTill() {
  return useMutation(api.tills.revoke.mutationOptions(makesStale(useStaleTills())))
}

function useStaleTills() {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: api.tills.key() })
}
