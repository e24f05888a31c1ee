import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CurrentPassword, WRONG_PASSWORD } from './own-sign-in.ts'
import { GivenRight, RightInput } from './rights.ts'
import { TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND } from './shared/errors.ts'
import { Id, RequestId, requiredText } from './shared/fields.ts'

/** For how many days a key may be valid. */
export const READ_KEY_DAYS = [30, 90, 365] as const
/** Keys of a business that are neither revoked nor expired. */
export const MAX_READ_KEYS = 50

const fields = {
  /** What the key is for, as the owner calls it. */
  name: requiredText('Key name is required.', 100),
  right: RightInput,
  days: z.literal(READ_KEY_DAYS, 'Choose when the key expires.'),
}
export const ReadKeyInput = z.strictObject(fields)
export type ReadKeyInput = z.output<typeof ReadKeyInput>

/** A read key without the key itself, which is shown once. */
export const ReadKey = z.object({
  keyid: Id,
  name: z.string(),
  /** The first characters, by which people recognise a key. */
  key_start: z.string(),
  right: GivenRight,
  /** Of the sites of the right, in their order by name. Empty for all sites. */
  sitenames: z.array(z.string()),
  /** Null for a person who is not known any more. */
  created_by: z.string().nullable(),
  created_at: z.date(),
  expires_at: z.date(),
  /** To the minute. Null until it is used. */
  last_used_at: z.date().nullable(),
  revoked_at: z.date().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ReadKey = z.infer<typeof ReadKey>

/** One answer for each key that opens nothing, and for the key of a closed business. */
export const READ_KEY_REFUSED = { status: 401, message: 'This key is unknown, expired or revoked.' } as const

const OWNER_ONLY = { status: 403, message: 'Only the owner creates and revokes keys.' } as const

const route = oc.errors(dataErrors)
const tags = ['Read keys']

export const readKeys = {
  list: route
    .route({ method: 'GET', path: '/read-keys', summary: 'The read keys, newest first, with those that have ended', tags })
    .output(z.array(ReadKey)),
  create: route
    .route({
      path: '/read-keys',
      successStatus: 201,
      summary: 'Create a read key; this answer is the only one that has it',
      description:
        '`current` is the password of the person. A retry with the same request_id and values returns the key of the first request.',
      tags,
    })
    .input(ReadKeyInput.extend({ current: CurrentPassword, request_id: RequestId.optional() }))
    .output(z.object({ keyid: Id, key: z.string() }))
    .errors({
      NO_SITE,
      OWNER_ONLY,
      WRONG_PASSWORD,
      TOO_MANY_ATTEMPTS,
      ALREADY_USED: keyReused('A key'),
      TOO_MANY: { status: 409, message: `A business has at most ${MAX_READ_KEYS} keys. Revoke one first.` },
    }),
  revoke: route
    .route({ method: 'DELETE', path: '/read-keys/{keyid}', summary: 'Revoke a read key', tags })
    .input(z.strictObject({ keyid: z.coerce.number().pipe(Id) }))
    .output(z.void())
    .errors({ NOT_FOUND, OWNER_ONLY }),
}
