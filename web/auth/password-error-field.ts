import { getErrorCode } from '../lib/api/messages.ts'

/** The field of the current password, if the server refused it. */
export const getPasswordErrorField = (error: unknown) => (getErrorCode(error) === 'WRONG_PASSWORD' ? 'current' : undefined)
