import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useRemoveDraft = () => useSave(client.stock.remove, ['stock'])

export const useCloseOrder = () => useSave(client.stock.close, ['stock'])

export const useReceiveTransfer = () => useSave(client.stock.receive, ['stock'])

export const useCorrectDelivery = () => useSave(client.stock.correct, ['stock'])
