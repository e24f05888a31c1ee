import { sql } from 'kysely'
import { WEBHOOK_DELIVERIES_PER_PAGE } from '../../../contract/shared/constants.ts'
import { MAX_WEBHOOKS, type Webhook, type WebhookDelivery, type WebhookInput } from '../../../contract/webhooks.ts'
import { lockInBusiness } from '../../../db/locks.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { claimRequest } from '../../shared/idempotency.ts'
import { readPage } from '../../shared/list-query.ts'
import { notSaved, type UpdateOutcome } from '../../shared/optimistic-locking.ts'
import { formatMessageId } from './signature.ts'

const isOwn = sql<boolean>`webhooks.businessid = ${currentBusiness} and deleted_at is null`
const isWebhook = (webhookid: number) => sql<boolean>`${isOwn} and webhookid = ${webhookid}`

const selectWebhooks = sql`
  select webhookid, url, events, siteid, sitename, state, stop_reason, failing_since,
         case when previous_secret_until > now() then previous_secret_until end as previous_secret_until, webhooks.created_at, webhooks.version
    from webhooks left join site using (businessid, siteid)`

/** The oldest first. */
export async function listWebhooks(scope: Scope) {
  return (await sql<Webhook>`${selectWebhooks} where ${isOwn} order by webhookid`.execute(scope)).rows
}

export async function findWebhook(scope: Scope, webhookid: number) {
  return (await sql<Webhook>`${selectWebhooks} where ${isWebhook(webhookid)}`.execute(scope)).rows[0]
}

type NewWebhook = WebhookInput & { request_id?: string | undefined; secret: string }

/** Undefined when there are as many as a business may have. A retry with the same `request_id` returns the first one. */
export async function insertWebhook(scope: Scope, { request_id, secret, ...webhook }: NewWebhook) {
  const { existing, key } = await claimRequest(scope, 'webhooks', request_id, webhook)
  if (existing !== undefined) return { webhookid: existing }
  await lockInBusiness(scope, 'webhooks')
  const { rows } = await sql<{ count: number }>`select count(*) from webhooks where ${isOwn}`.execute(scope)
  if ((rows[0]?.count ?? 0) >= MAX_WEBHOOKS) return undefined
  return scope
    .insertInto('webhooks')
    .values({ ...webhook, secret, ...key })
    .returning('webhookid')
    .executeTakeFirstOrThrow()
}

type Update = { webhookid: number; webhook: WebhookInput; opened: { version: number } }

export async function updateWebhook(scope: Scope, { webhookid, webhook, opened }: Update): Promise<UpdateOutcome<Webhook>> {
  const { numUpdatedRows } = await scope
    .updateTable('webhooks')
    .set(({ ref }) => ({ ...webhook, version: sql`${ref('version')} + 1` }))
    .where(isWebhook(webhookid))
    .where('version', '=', opened.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? { status: 'saved' } : notSaved(await findWebhook(scope, webhookid))
}

type Changes = { state: 'on' | 'off'; stop_reason: string; failing_since: null } | { secret: string } | { deleted_at: Date }

/** False when there is no such webhook. */
export async function changeWebhook(scope: Scope, webhookid: number, changes: Changes) {
  const { numUpdatedRows } = await scope
    .updateTable('webhooks')
    .set(({ ref }) => ({ ...changes, version: sql`${ref('version')} + 1` }))
    .where(isWebhook(webhookid))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Its message id; null when there is no such webhook that is on. */
export async function insertTest(scope: Scope, webhookid: number) {
  const { rows } = await sql<{ messageid: string | null }>`select test_webhook(${webhookid}::bigint) as messageid`.execute(scope)
  return rows[0]?.messageid ?? null
}

type DeliveriesSearch = { webhookid: number; failed: boolean; page: number }

export async function listDeliveries(scope: Scope, { webhookid, failed, page }: DeliveriesSearch) {
  const matches = sql`webhook_deliveries.businessid = ${currentBusiness} and webhookid = ${webhookid}
                      and ${failed ? sql`problem is not null` : sql`true`}`
  const found = await readPage(
    page,
    WEBHOOK_DELIVERIES_PER_PAGE,
    async () => {
      const { rows } = await sql<{
        results: number
      }>`select count(*) as results from webhook_deliveries where ${matches}`.execute(scope)
      return { results: rows[0]?.results ?? 0 }
    },
    async ({ limit, offset }) => {
      const { rows } = await sql<Omit<WebhookDelivery, 'id'>>`
        select messageid, type, webhook_deliveries.created_at, state, attempts,
               case state when 'waiting' then next_attempt_at end as next_attempt_at, attempted_at, status, duration_ms, problem, answer
          from webhook_deliveries join webhook_messages using (businessid, messageid)
         where ${matches}
         order by webhook_deliveries.created_at desc, messageid desc limit ${limit} offset ${offset}`.execute(scope)
      return rows
    },
  )
  return { ...found, rows: found.rows.map((row) => ({ ...row, id: formatMessageId(row.messageid) })) }
}

/** Deliveries that an attempt is not under way for are due now, and are tried as often as a new one. Returns how many. */
async function makeDue(scope: Scope, which: ReturnType<typeof sql>) {
  const { numAffectedRows } = await sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = now(), claim = null
     where businessid = ${currentBusiness} and ${which} and (claim is null or next_attempt_at <= now())`.execute(scope)
  await wakeSenders(scope)
  return Number(numAffectedRows ?? 0n)
}

/** At COMMIT. */
export const wakeSenders = (scope: Scope) => sql`select pg_notify('winkel_webhooks', ${currentBusiness}::text)`.execute(scope)

export async function resendDelivery(scope: Scope, { webhookid, messageid }: { webhookid: number; messageid: string }) {
  const { rows } = await sql`
    select from webhook_deliveries
     where businessid = ${currentBusiness} and webhookid = ${webhookid} and messageid = ${messageid}`.execute(scope)
  if (rows.length === 0) return false
  await makeDue(scope, sql`webhookid = ${webhookid} and messageid = ${messageid}`)
  return true
}

const MAX_RESENT = 1000

export const resendGivenUp = (scope: Scope, webhookid: number) =>
  makeDue(
    scope,
    sql`(messageid, webhookid) in (
          select messageid, webhookid from webhook_deliveries
           where businessid = ${currentBusiness} and webhookid = ${webhookid} and problem is not null and state = 'given_up'
           order by created_at, messageid limit ${MAX_RESENT})`,
  )
