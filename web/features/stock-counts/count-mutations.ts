import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useBeginCount = () => useSave(client.stock.counts.begin, ['stock'])

export const useApproveCount = () => useSave(client.stock.counts.approve, ['stock'])

export const useCancelCount = () => useSave(client.stock.counts.cancel, ['stock'])
