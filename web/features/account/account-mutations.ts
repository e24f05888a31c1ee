import { useQueryClient } from '@tanstack/react-query'
import { Name, type NameInput } from '../../../contract/account.ts'
import { BusinessDetails, type BusinessDetailsInput } from '../../../contract/own-business.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { useInvalidateAccount } from './use-invalidate-account.ts'

type Opened = { version: number }

/** The lists, the dashboard, reports and documents show the names of employees. */
export function useRename() {
  const queries = useQueryClient()
  return useSave(
    ({ input, opened: { version } }: { input: NameInput; opened: Opened }) =>
      client.account.rename({ ...input, opened: { version } }).catch(acceptIfAlreadySaved(Name, input)),
    () => {
      for (const noun of [api.employees, api.dashboard, api.sales, api.reports, api.stock, api.cashUps])
        void queries.invalidateQueries({ queryKey: noun.key() })
      return queries.invalidateQueries({ queryKey: api.account.key() })
    },
  )
}

/** The menu shows the name of the business. */
export const useUpdateBusiness = () =>
  useSave(
    ({ input, opened: { version } }: { input: BusinessDetailsInput; opened: Opened }) =>
      client.account.updateBusiness({ ...input, opened: { version } }).catch(acceptIfAlreadySaved(BusinessDetails, input)),
    useInvalidateAccount(),
  )

/** The form of a product offers the rates of today. */
function useInvalidateVatRates() {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: api.products.key() })
    return queries.invalidateQueries({ queryKey: api.vatRates.key() })
  }
}

export const useSaveVatRate = () => useSave(client.vatRates.save, useInvalidateVatRates())

export const useRemoveVatRate = () => useSave(client.vatRates.remove, useInvalidateVatRates())

export const useChoosePlan = () => useSave(client.account.choosePlan, useInvalidateAccount())

export const useHandOver = () => useSave(client.account.handOver, useInvalidateAccount())

export const useRequireTwoStep = () => useSave(client.account.requireTwoStep, useInvalidateAccount())

export const useChangePassword = () => useSave(client.account.changePassword, useInvalidateAccount())

export const useRequestEmailChange = () => useSave(client.account.requestEmailChange, useInvalidateAccount())

export function useSaveNotice() {
  const queries = useQueryClient()
  return useSave(client.account.notices.save, () => queries.invalidateQueries({ queryKey: api.account.notices.key() }))
}

export const useEndSession = () => useSave(client.account.endSession, useInvalidateAccount())
