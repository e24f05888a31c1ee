import { Supplier, type SupplierInput } from '../../../contract/suppliers.ts'
import { client } from '../../lib/api/api.ts'
import { acceptIfAlreadySaved } from '../../lib/api/edit-conflict.ts'
import { useSave } from '../../lib/api/use-save.ts'

type Save = { input: SupplierInput; request_id: string; opened?: Pick<Supplier, 'supplierid' | 'version'> | undefined }

/** Adds a supplier, or updates the opened one, and returns its id. `request_id` is the idempotency key of an addition. */
export const useSaveSupplier = () =>
  useSave(
    async ({ input, request_id, opened }: Save) => {
      if (!opened) return (await client.suppliers.create({ ...input, request_id })).supplierid
      const { supplierid, version } = opened
      await client.suppliers.update({ ...input, supplierid, opened: { version } }).catch(acceptIfAlreadySaved(Supplier, input))
      return supplierid
    },
    ['suppliers'],
  )

export const useMergeSuppliers = () => useSave(client.suppliers.merge, ['suppliers'])

export const useRemoveSupplier = () =>
  useSave(({ supplierid }: Pick<Supplier, 'supplierid'>) => client.suppliers.remove({ supplierid }), ['suppliers'])
