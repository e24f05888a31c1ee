import { useQueryClient } from '@tanstack/react-query'
import { refreshSession } from '../../auth/session.ts'
import { api } from '../../lib/api/api.ts'

export function useInvalidateAccount() {
  const queries = useQueryClient()
  return () => {
    void refreshSession()
    return queries.invalidateQueries({ queryKey: api.account.key() })
  }
}
