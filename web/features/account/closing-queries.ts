import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const closingQuery = () => api.account.closing.get.queryOptions()

export const useCloseBusiness = () => useSave(client.account.closing.close, ['account.closing'])

/** All that was read before may have changed. */
export const useReopenBusiness = () => useSave(() => client.account.closing.reopen(), ['account', 'session', 'products'])
