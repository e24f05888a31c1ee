import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../lib/api.ts'

/** Answers with the key, at once: the answer is the only place where it stands. */
export function useMakeTill() {
  const makeStale = useStaleTills()
  return useMutation(api.tills.create.mutationOptions({ gcTime: 0, onSuccess: () => void makeStale() }))
}

/** Done when the list shows it. */
export function useRevokeTill() {
  return useMutation(api.tills.revoke.mutationOptions({ onSuccess: useStaleTills() }))
}

/** With a site's first key comes a 'Till' employee, so the sites' counts are stale as well. */
function useStaleTills() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.sites.key() })
    return queries.invalidateQueries({ queryKey: api.tills.key() })
  }
}
