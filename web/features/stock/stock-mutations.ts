import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useRemoveDraft = () =>
  useSave((input: Parameters<typeof client.stock.remove>[0]) => client.stock.remove(input), ['stock'])

export const useCloseOrder = () =>
  useSave((input: Parameters<typeof client.stock.close>[0]) => client.stock.close(input), ['stock'])

export const useReceiveTransfer = () =>
  useSave((input: Parameters<typeof client.stock.receive>[0]) => client.stock.receive(input), ['stock'])

export const useCorrectDelivery = () =>
  useSave((input: Parameters<typeof client.stock.correct>[0]) => client.stock.correct(input), ['stock'])
