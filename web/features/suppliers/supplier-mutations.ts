import { useQueryClient } from '@tanstack/react-query'
import { Supplier, type SupplierInput } from '../../../contract/suppliers.ts'
import { api, client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Save = { input: SupplierInput; request_id: string; opened?: Pick<Supplier, 'supplierid' | 'version'> | undefined }

/** Adds a supplier, or updates the opened one, and returns its id. `request_id` is the idempotency key of an addition. */
export const useSaveSupplier = () =>
  useSave(async ({ input, request_id, opened }: Save) => {
    if (!opened) return (await client.suppliers.create({ ...input, request_id })).supplierid
    const { supplierid, version } = opened
    await client.suppliers.update({ ...input, supplierid, opened: { version } }).catch(acceptIfAlreadySaved(Supplier, input))
    return supplierid
  }, useInvalidateSuppliers())

export const useMergeSuppliers = () => useSave(client.suppliers.merge, useInvalidateSuppliers())

export const useRemoveSupplier = () =>
  useSave(({ supplierid }: Pick<Supplier, 'supplierid'>) => client.suppliers.remove({ supplierid }), useInvalidateSuppliers())

/** Products, stock documents, reports and the dashboard show the name. Only the list is waited for. */
function useInvalidateSuppliers() {
  const queries = useQueryClient()
  return () => {
    for (const key of [api.products.key(), api.stock.key(), api.stockReports.key(), api.reports.key(), api.dashboard.key()])
      void queries.invalidateQueries({ queryKey: key })
    return queries.invalidateQueries({ queryKey: api.suppliers.key() })
  }
}
