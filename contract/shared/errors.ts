import type { z } from 'zod'

export const ROLE_MESSAGES = {
  ownersOnly: 'Only business owners/admins may log in.',
  employee: 'Employees cannot log in to the dashboard.',
  unauthorized: 'Unauthorized account.',
} as const

/** Errors of every call on a business's data. */
export const dataErrors = {
  UNAUTHORIZED: { status: 401, message: 'Please log in.' },
  NO_BUSINESS: { status: 403, message: 'Business not found' },
  ROLE_REFUSED: { status: 403, message: ROLE_MESSAGES.ownersOnly },
  /** A call that the right of the person does not include. The status is that of what does not exist. */
  RIGHT_REFUSED: { status: 404, message: 'This does not exist, or you do not have permission to see it.' },
  /** An owner can open it again: account/closing. */
  BUSINESS_CLOSED: { status: 403, message: 'This business is closed.' },
  /** The owner requires two-step sign-in, and the person has not turned it on: account/two-step. */
  TWO_STEP_REQUIRED: { status: 403, message: 'Your business requires two-step sign-in. Turn it on first.' },
} as const

/** Mails to others, and notices, are sent for a person whose address is proven: account/email/proof. */
export const NOT_PROVEN = { status: 403, message: 'Confirm your own e-mail address first, under Settings.' } as const

export const NOT_FOUND = { status: 404, message: 'This was deleted or never existed.' } as const

export const NO_SITE = { status: 404, message: 'This site no longer exists. Select another one.' } as const

/** Each person may run one export at a time. */
export const EXPORT_RUNNING = { status: 409, message: 'An export is already running. Wait for it to end, or cancel it.' } as const

/** A file is written to the disk in parts, so its length must be known before. */
export const LENGTH_REQUIRED = { status: 411, message: 'Send the length of the file, as Content-Length.' } as const

/** The database ended the statement: the same read would take as long again. */
export const createTooLong = <const What extends string>(what: What) =>
  ({ status: 422, message: `${what} takes too long. Choose a shorter range or fewer sites.` }) as const

/** `data` is the row as it is now. */
export const versionConflict = <const What extends string, Row extends z.ZodType>(what: What, row: Row) =>
  ({ status: 409, message: `Someone else changed this ${what}.`, data: row }) as const

/** Of settings that have no version: `opened` has what they were. */
export const SETTINGS_CHANGED = {
  status: 409,
  message: 'Someone else changed these settings. Close this form and open it again.',
} as const

/** The idempotency key was used before with other values. */
export const keyReused = <const What extends string>(what: What) =>
  ({ status: 409, message: `${what} was already added with this form. Close it and check the list.` }) as const
