import { Name, type NameInput } from '../../../contract/account.ts'
import { BusinessDetails, type BusinessDetailsInput } from '../../../contract/own-business.ts'
import { client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Opened = { version: number }

/** The own name is that of an employee. */
export const useRename = () =>
  useSave(
    ({ input, opened: { version } }: { input: NameInput; opened: Opened }) =>
      client.account.rename({ ...input, opened: { version } }).catch(acceptIfAlreadySaved(Name, input)),
    ['account', 'employees'],
  )

export const useUpdateBusiness = () =>
  useSave(
    ({ input, opened: { version } }: { input: BusinessDetailsInput; opened: Opened }) =>
      client.account.updateBusiness({ ...input, opened: { version } }).catch(acceptIfAlreadySaved(BusinessDetails, input)),
    ['account'],
  )

export const useSaveVatRate = () => useSave(client.vatRates.save, ['vatRates'])

export const useRemoveVatRate = () => useSave(client.vatRates.remove, ['vatRates'])

export const useChoosePlan = () => useSave(client.account.choosePlan, ['account'])

export const useHandOver = () => useSave(client.account.handOver, ['account', 'employees'])

export const useRequireTwoStep = () => useSave(client.account.requireTwoStep, ['account'])

export const useChangePassword = () => useSave(client.account.changePassword, ['account'])

export const useRequestEmailChange = () => useSave(client.account.requestEmailChange, ['account'])

export const useSaveNotice = () => useSave(client.account.notices.save, ['account.notices'])

export const useEndSession = () => useSave(client.account.endSession, ['account'])
