import { useMutation } from '@tanstack/react-query'
import { api, client, queryClient } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const closingQuery = () => api.account.closing.get.queryOptions()

export const useCloseBusiness = () => useSave(client.account.closing.close, ['account.closing'])

/** All that was read before may have changed. */
export const useReopenBusiness = () =>
  useMutation({
    mutationFn: () => client.account.closing.reopen(),
    onSuccess: () => queryClient.invalidateQueries(),
    onError: () => void queryClient.invalidateQueries(),
  })
