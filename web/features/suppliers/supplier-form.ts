import { Supplier } from '../../../contract/suppliers.ts'
import { toNumberText, toPriceText } from '../../lib/format/money.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.ts'

/** The fields of the dialog, numbers as typed text. */
export type SupplierFields = {
  name: string
  email: string
  phone: string
  account_number: string
  lead_time_days: string
  minimum_order: string
}

export const EMPTY_SUPPLIER: SupplierFields = {
  ...{ name: '', email: '', phone: '', account_number: '', lead_time_days: '', minimum_order: '' },
}

const toFields = ({ name, email, phone, account_number, lead_time_days, minimum_order }: Supplier): SupplierFields => ({
  ...{ name, email, phone, account_number },
  lead_time_days: toNumberText(lead_time_days),
  minimum_order: toPriceText(minimum_order),
})

export const editedSupplier: EditedRow<Supplier, SupplierFields> = {
  schema: Supplier,
  toFields,
  describe: (fields) => ({
    name: ['Supplier name', fields.name],
    email: ['E-mail', fields.email],
    phone: ['Phone', fields.phone],
    account_number: ['Account number', fields.account_number],
    lead_time_days: ['Lead time', fields.lead_time_days],
    minimum_order: ['Minimum order', fields.minimum_order],
  }),
}
