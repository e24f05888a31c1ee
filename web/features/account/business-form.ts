import { BusinessDetails, type BusinessDetailsInput } from '../../../contract/own-business.ts'
import { parsePrice } from '../../../contract/shared/decimal.ts'

/** The limit is typed text. */
export type BusinessFields = Required<Omit<BusinessDetailsInput, 'difference_limit'>> & { difference_limit: string }

export const editedBusiness = {
  schema: BusinessDetails,
  toFields: ({ name, registration_number, closing_hour, difference_limit }: BusinessDetails): BusinessFields => ({
    ...{ name, registration_number, closing_hour },
    difference_limit: difference_limit.toFixed(2).replace('.', ','),
  }),
}

/** A limit that is no amount is NaN, which the contract refuses. */
export const toBusinessDetails = ({ difference_limit, ...fields }: BusinessFields): BusinessDetailsInput => ({
  ...fields,
  difference_limit: parsePrice(difference_limit) ?? Number.NaN,
})

/** '03:00', the hour at which a day of a cash-up ends. */
export const formatClosingHour = (hour: number) => (hour === 0 ? 'Midnight' : `${String(hour).padStart(2, '0')}:00`)
