import { api, client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const readKeysQuery = () => api.readKeys.list.queryOptions()

/** Does not wait for the list: the answer is the only place that has the key. */
export const useCreateReadKey = () => useSave(client.readKeys.create, ['readKeys'], { waits: false })

export const useRevokeReadKey = () => useSave(client.readKeys.revoke, ['readKeys'])
