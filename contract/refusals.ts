import { ROLE_MESSAGES } from './session.ts'

/** What any call on a business's data may answer. */
export const dataErrors = {
  UNAUTHORIZED: { status: 401, message: 'Please log in.' },
  NO_BUSINESS: { status: 403, message: 'Business not found' },
  ROLE_REFUSED: { status: 403, message: ROLE_MESSAGES.ownersOnly },
} as const

export const NOT_FOUND = { status: 404, message: 'This no longer exists.' } as const

export const NO_SITE = { status: 404, message: 'This site no longer exists. Select another one.' } as const
