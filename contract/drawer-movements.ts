import { oc } from '@orpc/contract'
import { z } from 'zod'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND } from './shared/errors.ts'
import { Amount, CalendarDate, Id, RequestId, requiredText, Text } from './shared/fields.ts'
import { clockAheadFields, DryRun, optional, Timestamp, tillErrors } from './tills.ts'

// Money that is put into a drawer or taken out of it without a sale.

export const MOVEMENT_KINDS = ['paid_in', 'paid_out'] as const

const above = Amount.positive('Enter an amount above zero. The kind sets paid in or out.')

/** As a till sends it. `reference` is the till's number of it, unique in the business for ever. */
export const TillMovement = z.strictObject({
  reference: Text.trim().min(1).max(100),
  time: Timestamp,
  kind: z.enum(MOVEMENT_KINDS, 'A movement is paid_in or paid_out.'),
  /** In rand. */
  amount: above,
  reason: requiredText('Enter what the money is for.', 200),
  /** Who did it, as the till knows the person. */
  who: optional(Text.trim().min(1).max(100)),
})
export type TillMovement = z.output<typeof TillMovement>

export const MovementAnswer = z.discriminatedUnion('status', [
  z.object({ reference: z.string(), status: z.enum(['created', 'duplicate']), movementid: Id }),
  z.object({
    ...{ reference: z.string().nullable(), status: z.literal('rejected'), reason: z.string(), field: z.string() },
    ...clockAheadFields,
  }),
])
export type MovementAnswer = z.infer<typeof MovementAnswer>

export const MovementInput = z.strictObject({
  siteid: Id,
  day: CalendarDate,
  kind: z.enum(MOVEMENT_KINDS),
  amount: above,
  reason: requiredText('Enter what the money is for.', 200),
})
export type MovementInput = z.output<typeof MovementInput>

export const MAX_MOVEMENTS = 500
const tags = ['Cash-ups']

export const drawerMovements = {
  push: oc
    .route({
      path: '/drawer-movements',
      summary: 'A till sends what was paid into its drawer and out of it',
      description:
        'Needs `Authorization: Bearer wk_…`. Each movement has an answer of its own, in the order of the request. With `?dry_run=true` the answers are the same, and nothing is stored.',
      tags: ['Tills'],
    })
    .input(
      z.strictObject({
        movements: z
          .array(z.unknown(), 'movements must be a list of movements.')
          .min(1, 'Send at least one movement.')
          .max(MAX_MOVEMENTS, `Send at most ${MAX_MOVEMENTS} movements at once.`),
      }),
    )
    .output(z.object({ dry_run: DryRun.optional(), movements: z.array(MovementAnswer) }))
    .errors(tillErrors),
  create: oc
    .errors(dataErrors)
    .route({
      path: '/cash-ups/movements',
      successStatus: 201,
      summary: 'Enter what was paid into the drawer of a site or out of it',
      description: 'Its time is now, or the last moment of a day that is over.',
      tags,
    })
    .input(MovementInput.extend({ request_id: RequestId.optional() }))
    .output(z.object({ movementid: Id }))
    .errors({
      NO_SITE,
      NOT_BEGUN: { status: 422, message: 'This day has not begun yet.' },
      ALREADY_USED: keyReused('A movement'),
    }),
  remove: oc
    .errors(dataErrors)
    .route({
      method: 'DELETE',
      path: '/cash-ups/movements/{movementid}',
      summary: 'Take back a movement that a person entered',
      description: 'It stays in the list of its day, and counts no more.',
      tags,
    })
    .input(z.strictObject({ movementid: z.coerce.number().pipe(Id) }))
    .output(z.void())
    .errors({ NOT_FOUND }),
}
