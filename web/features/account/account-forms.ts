import { BusinessDetails, type BusinessDetailsInput, Name, type NameInput } from '../../../contract/account.ts'
import { getErrorCode } from '../../lib/api/messages.ts'
import type { EditedRow } from '../../ui/edit-conflict/use-edit-conflict.tsx'

export const editedName: EditedRow<Name, NameInput> = {
  schema: Name,
  toFields: ({ firstname, lastname }) => ({ firstname, lastname }),
  describe: ({ firstname, lastname }) => ({ firstname: ['First name', firstname], lastname: ['Last name', lastname] }),
}

export const editedBusiness: EditedRow<BusinessDetails, BusinessDetailsInput> = {
  schema: BusinessDetails,
  toFields: ({ name, registration_number, closing_hour }) => ({ name, registration_number, closing_hour }),
  describe: ({ name, registration_number, closing_hour }) => ({
    name: ['Business name', name],
    registration_number: ['Registration number', registration_number],
    closing_hour: ['Day of a cash-up ends at', formatClosingHour(closing_hour ?? 0)],
  }),
}

/** '03:00', the hour at which a day of a cash-up ends. */
export const formatClosingHour = (hour: number) => (hour === 0 ? 'Midnight' : `${String(hour).padStart(2, '0')}:00`)

/** The field of the current password, if the server refused it. */
export const getPasswordErrorField = (error: unknown) => (getErrorCode(error) === 'WRONG_PASSWORD' ? 'current' : undefined)
