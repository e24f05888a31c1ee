import { oc } from '@orpc/contract'
import { z } from 'zod'
import { CurrentPassword, WRONG_PASSWORD } from './own-sign-in.ts'
import { WebhookDeliveriesSearch } from './search/webhook-deliveries.ts'
import { TOO_MANY_ATTEMPTS } from './session.ts'
import { dataErrors, keyReused, NO_SITE, NOT_FOUND, versionConflict } from './shared/errors.ts'
import { Id, OpenedVersion, RequestId, Text } from './shared/fields.ts'
import { createPageSchema } from './shared/list.ts'

export const WEBHOOK_EVENTS = ['sale.created', 'stock.low', 'cash_up.saved', 'import.finished'] as const
export const WebhookEvent = z.enum(WEBHOOK_EVENTS)
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const MAX_WEBHOOKS = 20
export const MAX_URL_LENGTH = 2000
/** The pauses after an attempt that failed are about these. After the last one a delivery is given up. */
export const WEBHOOK_PAUSES_MS = [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 28_800_000, 28_800_000]

const URL_MESSAGE = 'Enter an address that begins with https://.'

export const WebhookUrl = Text.trim()
  .max(MAX_URL_LENGTH, `Please use at most ${MAX_URL_LENGTH} characters.`)
  .pipe(z.url({ protocol: /^https?$/, error: URL_MESSAGE }))
  .refine((url) => !/^https?:\/\/[^/?#]*@/i.test(url), 'Leave the user name and password out of the address.')
  .refine((url) => !url.includes('#'), 'Leave out the part behind #.')

const IMPORTS_OF_ALL_SITES = 'Imports concern all sites. Choose all sites, or leave out imports.'

const fields = {
  url: WebhookUrl,
  events: z
    .array(WebhookEvent)
    .min(1, 'Choose at least one event.')
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  /** Only events of this site; null for all sites. */
  siteid: Id.nullable().default(null),
}

const concernsSites = ({ events, siteid }: { events: WebhookEvent[]; siteid: number | null }) =>
  siteid === null || !events.includes('import.finished')
const wrongSite = { path: ['events'], message: IMPORTS_OF_ALL_SITES }

export const WebhookInput = z.strictObject(fields).refine(concernsSites, wrongSite)
export type WebhookInput = z.output<typeof WebhookInput>

/** A webhook without its secret, which is shown once. */
export const Webhook = z.object({
  webhookid: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  siteid: Id.nullable(),
  sitename: z.string().nullable(),
  /** `off`: paused by a person. `stopped`: by Winkel, for `stop_reason`. Nothing is recorded or sent then. */
  state: z.enum(['on', 'off', 'stopped']),
  stop_reason: z.string(),
  /** When the first attempt failed after the last success. */
  failing_since: z.date().nullable(),
  /** Until then messages are signed with the secret before too. */
  previous_secret_until: z.date().nullable(),
  created_at: z.date(),
  version: z.number().int(),
})
export type Webhook = z.infer<typeof Webhook>

/** A message to a webhook. */
export const WebhookDelivery = z.object({
  /** The header `webhook-id` of each attempt. */
  id: z.string(),
  messageid: z.uuid(),
  type: z.string(),
  created_at: z.date(),
  state: z.enum(['waiting', 'delivered', 'given_up']),
  attempts: z.number().int(),
  /** Null when nothing is to come. */
  next_attempt_at: z.date().nullable(),
  /** The last attempt. */
  attempted_at: z.date().nullable(),
  status: z.number().int().nullable(),
  duration_ms: z.number().int().nullable(),
  /** Why it failed; null after a success. */
  problem: z.string().nullable(),
  /** The first characters of the answer to an attempt that failed. */
  answer: z.string().nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

const route = oc.errors(dataErrors)
const tags = ['Webhooks']
const webhookid = z.coerce.number().pipe(Id)
const Secret = z.string()

/** The message says why. */
const URL_REFUSED = { status: 422, message: 'This address cannot be used.' } as const
const NOT_ON = { status: 409, message: 'This webhook is not on. Turn it on first.' } as const

export const webhooks = {
  list: route.route({ method: 'GET', path: '/webhooks', summary: 'All webhooks', tags }).output(z.array(Webhook)),
  create: route
    .route({
      path: '/webhooks',
      successStatus: 201,
      summary: 'Add a webhook; this answer is the only one that has its secret',
      description:
        '`current` is the password of the person. A retry with the same request_id and values returns the webhook and the secret of the first request.',
      tags,
    })
    .input(
      z.strictObject({ ...fields, current: CurrentPassword, request_id: RequestId.optional() }).refine(concernsSites, wrongSite),
    )
    .output(z.object({ webhookid: Id, secret: Secret }))
    .errors({
      NO_SITE,
      URL_REFUSED,
      WRONG_PASSWORD,
      TOO_MANY_ATTEMPTS,
      ALREADY_USED: keyReused('A webhook'),
      TOO_MANY: { status: 409, message: `A business has at most ${MAX_WEBHOOKS} webhooks. Delete one first.` },
    }),
  update: route
    .route({
      method: 'PUT',
      path: '/webhooks/{webhookid}',
      summary: 'Change a webhook',
      description: '`current` is the password of the person. It is needed for another address.',
      tags,
    })
    .input(
      z
        .strictObject({ ...fields, webhookid, current: CurrentPassword.optional(), opened: OpenedVersion })
        .refine(concernsSites, wrongSite),
    )
    .output(z.void())
    .errors({
      ...{ NOT_FOUND, NO_SITE, URL_REFUSED, WRONG_PASSWORD, TOO_MANY_ATTEMPTS },
      VERSION_CONFLICT: versionConflict('webhook', Webhook),
    }),
  setState: route
    .route({
      path: '/webhooks/{webhookid}/state',
      summary: 'Turn a webhook on or off',
      description: 'While it is off, events are not recorded. What waits is sent when it is on again.',
      tags,
    })
    .input(z.strictObject({ webhookid, state: z.enum(['on', 'off']) }))
    .output(z.void())
    .errors({ NOT_FOUND }),
  rotateSecret: route
    .route({
      path: '/webhooks/{webhookid}/secret',
      summary: 'Give a webhook a new secret; this answer is the only one that has it',
      description:
        '`current` is the password of the person. For 24 hours messages are signed with the secret before too. A retry with the same request_id returns the same secret.',
      tags,
    })
    .input(z.strictObject({ webhookid, current: CurrentPassword, request_id: RequestId.optional() }))
    .output(z.object({ secret: Secret, previous_secret_until: z.date() }))
    .errors({ NOT_FOUND, WRONG_PASSWORD, TOO_MANY_ATTEMPTS }),
  remove: route
    .route({ method: 'DELETE', path: '/webhooks/{webhookid}', summary: 'Delete a webhook and its deliveries', tags })
    .input(z.strictObject({ webhookid }))
    .output(z.void())
    .errors({ NOT_FOUND }),
  test: route
    .route({ path: '/webhooks/{webhookid}/test', summary: 'Send a message of the type test', tags })
    .input(z.strictObject({ webhookid }))
    .output(z.object({ id: z.string() }))
    .errors({ NOT_ON }),
  deliveries: route
    .route({
      method: 'GET',
      path: '/webhooks/{webhookid}/deliveries',
      summary: 'A page of the deliveries of the last 30 days, newest first',
      tags,
    })
    .input(WebhookDeliveriesSearch.extend({ webhookid }))
    .output(createPageSchema(WebhookDelivery))
    .errors({ NOT_FOUND }),
  resend: route
    .route({
      path: '/webhooks/{webhookid}/deliveries/{messageid}/resend',
      summary: 'Send a delivery again, with the same id',
      tags,
    })
    .input(z.strictObject({ webhookid, messageid: z.uuid() }))
    .output(z.void())
    .errors({ NOT_FOUND, NOT_ON }),
  resendFailed: route
    .route({
      path: '/webhooks/{webhookid}/deliveries/resend',
      summary: 'Send again what was given up, at most 1000 deliveries',
      tags,
    })
    .input(z.strictObject({ webhookid }))
    .output(z.object({ resent: z.number().int() }))
    .errors({ NOT_ON }),
}
