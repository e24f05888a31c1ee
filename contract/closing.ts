import { oc } from '@orpc/contract'
import { z } from 'zod'
import { PasswordConfirmation, WRONG_PASSWORD } from './own-sign-in.ts'
import { TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors } from './shared/errors.ts'

export const Closing = z.object({
  /** Null while the business is open. */
  closed_at: z.date().nullable(),
  /** When all data of the business is erased; while it is open, when it would be if it were closed now. */
  erase_at: z.date(),
  /** When no backup of the server has the data any more. Missing where the server makes no backups. */
  backups_end_at: z.date().optional(),
})
export type Closing = z.infer<typeof Closing>

const OWNER_ONLY = { status: 403, message: 'Only the owner can close the business.' } as const

const route = oc.errors({ ...dataErrors, OWNER_ONLY })

export const closing = {
  get: route
    .route({
      method: 'GET',
      path: '/account/closing',
      summary: 'Whether the business is closed, and when its data is erased; owner only',
      tags: ['Account'],
    })
    .output(Closing),
  close: route
    .route({
      path: '/account/closing',
      summary: 'Close the business; owner only',
      description:
        'Ends all other sessions of its people. Tills are answered with 503 and keep their sales. After 30 days all data of the business is erased; until then the owner can open it again.',
      tags: ['Account'],
    })
    .input(PasswordConfirmation)
    .output(Closing)
    .errors({ WRONG_PASSWORD, TOO_MANY_ATTEMPTS }),
  reopen: route
    .route({
      method: 'DELETE',
      path: '/account/closing',
      summary: 'Open a closed business again, as it was; owner only',
      tags: ['Account'],
    })
    .output(z.void()),
}
