import { BusinessDetails, type BusinessDetailsInput } from '../../../contract/own-business.ts'
import { parsePrice } from '../../../contract/shared/decimal.ts'
import { toPriceText } from '../../lib/format/money.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.ts'

/** The limit is typed text. */
export type BusinessFields = Required<Omit<BusinessDetailsInput, 'difference_limit'>> & { difference_limit: string }

export const editedBusiness: EditedRow<BusinessDetails, BusinessFields> = {
  schema: BusinessDetails,
  toFields: ({ name, registration_number, closing_hour, difference_limit }) => ({
    ...{ name, registration_number, closing_hour },
    difference_limit: toPriceText(difference_limit),
  }),
  describe: (fields) => ({
    name: ['Business name', fields.name],
    registration_number: ['Registration number', fields.registration_number],
    closing_hour: ['The trading day ends at', formatClosingHour(fields.closing_hour)],
    difference_limit: ['Difference allowed without a note', fields.difference_limit],
  }),
}

/** A limit that is no amount is NaN, which the contract refuses. */
export const toBusinessDetails = ({ difference_limit, ...fields }: BusinessFields): BusinessDetailsInput => ({
  ...fields,
  difference_limit: parsePrice(difference_limit) ?? Number.NaN,
})

/** '03:00', the hour at which a day of a cash-up ends. */
export const formatClosingHour = (hour: number) => (hour === 0 ? 'Midnight' : `${String(hour).padStart(2, '0')}:00`)
