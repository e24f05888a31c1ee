import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

/** Also after a refusal: the day has changed. */
export const useSaveCashUp = () => useSave(client.cashUps.create, ['cashUps'])

export const useEnterMovement = () => useSave(client.drawerMovements.create, ['cashUps'])
export const useRemoveMovement = () => useSave(client.drawerMovements.remove, ['cashUps'])
