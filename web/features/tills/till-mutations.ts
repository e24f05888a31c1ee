import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Does not wait for the list: the answer is the only place that has the key. */
export const useCreateTill = () => useSave(client.tills.create, ['tills'], { waits: false })

export const useRevokeTill = () => useSave(client.tills.revoke, ['tills'])
