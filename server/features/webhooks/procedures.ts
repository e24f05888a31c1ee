import { MAX_URL_LENGTH, type Webhook } from '../../../contract/webhooks.ts'
import { throwConstraintError } from '../../rpc/constraint-errors.ts'
import { findOwners, mailOwners } from '../../rpc/mail-owners.ts'
import { inBusiness, ownSignIn } from '../../rpc/procedure.ts'
import { requirePassword } from '../../rpc/right-password.ts'
import { runInBusiness } from '../../rpc/run-in-business.ts'
import { notSaved, requireSaved } from '../../shared/optimistic-locking.ts'
import { findAddresses, UrlRefused, type UrlRules } from './public-address.ts'
import {
  changeWebhook,
  findWebhook,
  insertTest,
  insertWebhook,
  listDeliveries,
  listWebhooks,
  resendDelivery,
  resendGivenUp,
  updateWebhook,
  wakeSenders,
} from './queries.ts'
import { deriveSecret, formatMessageId, generateSecret } from './signature.ts'

const CONSTRAINT_ERRORS = { webhooks__site: 'NO_SITE' } as const

type Parts = { authSecret: string; urlRules: UrlRules }

const list = inBusiness.webhooks.list.handler(({ context }) => listWebhooks(context.scope))

type UrlErrors = { URL_REFUSED(options: { message: string }): Error }

/** The URL as it is stored. Its host is looked up, so no transaction is open during that. */
async function checkUrl(url: string, rules: UrlRules, errors: UrlErrors) {
  const parsed = new URL(url)
  // Letters beyond ASCII become longer.
  if (parsed.href.length > MAX_URL_LENGTH) throw errors.URL_REFUSED({ message: 'This address is too long.' })
  await findAddresses(parsed, rules).catch((error) => {
    throw error instanceof UrlRefused ? errors.URL_REFUSED({ message: error.message }) : error
  })
  return parsed.href
}

const createCreate = ({ authSecret, urlRules }: Parts) =>
  ownSignIn.webhooks.create.handler(async ({ input: { current, ...input }, context, errors }) => {
    const { auth, person, log } = context
    // Nobody else makes the server look hosts up.
    await requirePassword(context, current, errors)
    const url = await checkUrl(input.url, urlRules, errors)
    const { request_id } = input
    const { owners, ...created } = await runInBusiness(context, async (scope, { businessid }) => {
      const secret = request_id === undefined ? generateSecret() : deriveSecret(authSecret, `${businessid} ${request_id}`)
      const inserted = await insertWebhook(scope, { ...input, url, secret }).catch(
        throwConstraintError(CONSTRAINT_ERRORS, errors),
      )
      if (!inserted) throw errors.TOO_MANY()
      return { webhookid: inserted.webhookid, secret, owners: await findOwners(scope) }
    })
    log.info({ event: 'webhook_created', webhook: created.webhookid }, 'a webhook was added')
    mailOwners(auth, owners, 'webhook added', new URL(url).host, person.email)
    return created
  })

const createUpdate = ({ urlRules }: Parts) =>
  ownSignIn.webhooks.update.handler(async ({ input: { webhookid, opened, current, ...webhook }, context, errors }) => {
    const { auth, person, log } = context
    const before = await runInBusiness(context, (scope) => findWebhook(scope, webhookid))
    if (before?.version !== opened.version) return void requireSaved<Webhook, unknown>(notSaved(before), errors)
    // What happens in the business would be sent to somebody else.
    const isMoved = new URL(webhook.url).href !== before.url
    if (isMoved) {
      if (current === undefined) throw errors.WRONG_PASSWORD({ message: 'Enter your current password.' })
      await requirePassword(context, current, errors)
    }
    const url = await checkUrl(webhook.url, urlRules, errors)
    const owners = await runInBusiness(context, async (scope) => {
      const outcome = await updateWebhook(scope, { webhookid, webhook: { ...webhook, url }, opened }).catch(
        throwConstraintError(CONSTRAINT_ERRORS, errors),
      )
      requireSaved<Webhook, unknown>(outcome, errors)
      return findOwners(scope)
    })
    log.info({ event: 'webhook_changed', webhook: webhookid }, 'a webhook was changed')
    if (isMoved) mailOwners(auth, owners, 'webhook moved', new URL(url).host, person.email)
  })

const setState = inBusiness.webhooks.setState.handler(async ({ input: { webhookid, state }, context, errors }) => {
  const { scope, log } = context
  if (!(await changeWebhook(scope, webhookid, { state, stop_reason: '', failing_since: null }))) throw errors.NOT_FOUND()
  if (state === 'on') await wakeSenders(scope)
  log.info({ event: 'webhook_state_changed', webhook: webhookid, state }, 'a webhook was turned on or off')
})

const createRotateSecret = ({ authSecret }: Parts) =>
  ownSignIn.webhooks.rotateSecret.handler(async ({ input: { webhookid, current, request_id }, context, errors }) => {
    const { auth, person, log } = context
    await requirePassword(context, current, errors)
    const { secret, webhook, owners } = await runInBusiness(context, async (scope, { businessid }) => {
      const secret =
        request_id === undefined ? generateSecret() : deriveSecret(authSecret, `${businessid} ${webhookid} ${request_id}`)
      if (!(await changeWebhook(scope, webhookid, { secret }))) throw errors.NOT_FOUND()
      return { secret, webhook: await findWebhook(scope, webhookid), owners: await findOwners(scope) }
    })
    log.info({ event: 'webhook_secret_rotated', webhook: webhookid }, 'a webhook got a new secret')
    if (!webhook?.previous_secret_until) throw new Error('a secret that is replaced stays valid for a day')
    mailOwners(auth, owners, 'webhook secret', new URL(webhook.url).host, person.email)
    return { secret, previous_secret_until: webhook.previous_secret_until }
  })

const remove = inBusiness.webhooks.remove.handler(async ({ input: { webhookid }, context, errors }) => {
  if (!(await changeWebhook(context.scope, webhookid, { deleted_at: new Date() }))) throw errors.NOT_FOUND()
  context.log.info({ event: 'webhook_removed', webhook: webhookid }, 'a webhook was deleted')
})

const test = inBusiness.webhooks.test.handler(async ({ input, context, errors }) => {
  const messageid = await insertTest(context.scope, input.webhookid)
  if (messageid === null) throw errors.NOT_ON()
  return { id: formatMessageId(messageid) }
})

const deliveries = inBusiness.webhooks.deliveries.handler(async ({ input, context: { scope }, errors }) => {
  if (!(await findWebhook(scope, input.webhookid))) throw errors.NOT_FOUND()
  return listDeliveries(scope, input)
})

const resend = inBusiness.webhooks.resend.handler(async ({ input, context: { scope }, errors }) => {
  const webhook = await findWebhook(scope, input.webhookid)
  if (!webhook) throw errors.NOT_FOUND()
  if (webhook.state !== 'on') throw errors.NOT_ON()
  if (!(await resendDelivery(scope, input))) throw errors.NOT_FOUND()
})

const resendFailed = inBusiness.webhooks.resendFailed.handler(async ({ input, context: { scope }, errors }) => {
  const webhook = await findWebhook(scope, input.webhookid)
  if (webhook?.state !== 'on') throw errors.NOT_ON()
  return { resent: await resendGivenUp(scope, input.webhookid) }
})

export const createWebhooks = (parts: Parts) => ({
  ...{ list, setState, remove, test, deliveries, resend, resendFailed },
  create: createCreate(parts),
  update: createUpdate(parts),
  rotateSecret: createRotateSecret(parts),
})
