import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'

export const useBeginCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.begin>[0]) => client.stock.counts.begin(input), ['stock'])

export const useApproveCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.approve>[0]) => client.stock.counts.approve(input), ['stock'])

export const useCancelCount = () =>
  useSave((input: Parameters<typeof client.stock.counts.cancel>[0]) => client.stock.counts.cancel(input), ['stock'])
