import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Also after a refusal: the day has changed. */
export const useSaveCashUp = () => useSave(client.cashUps.create, ['cashUps'])
