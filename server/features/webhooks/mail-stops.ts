import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Scope, TenantScopes } from '../../../db/tenant-scope.ts'
import { findMailPause, isFinalMailError, type MailError, type SendMail } from '../../auth/mail.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'

const EVERY_MS = 60_000

type Parts = { scopes: Pick<TenantScopes, 'asAuth'>; sendMail: SendMail; publicUrl: string; log: Logger }

/** Mails owners whose webhook was stopped, each minute. Any number of servers share the work. */
export function scheduleStopMails({ background, ...parts }: Parts & { background: BackgroundWork }) {
  background.every(EVERY_MS, 'mails about webhooks that were stopped', (signal) => mailStops(parts, signal))
}

/** A mail that this server has until `claim`. */
type Claimed = {
  businessid: string
  webhookid: number
  claim: Date
  failures: number
  business_name: string
  host: string
  stop_reason: string
  emails: string[]
}

/**
 * Mails what is due. The transaction that stops a webhook makes the mail due, so none is lost. A server that is killed between the mail
 * and its note has it sent a second time, 15 minutes later.
 */
export async function mailStops(parts: Parts, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const claimed = await parts.scopes.asAuth(claimMail)
    if (!claimed) return
    await mailStop(parts, claimed)
  }
}

async function mailStop({ scopes, sendMail, publicUrl, log }: Parts, stop: Claimed) {
  const of = { business: stop.businessid, webhook: stop.webhookid }
  let nextAt: Date | null = null
  try {
    // Nobody when the business has no owner who may sign in.
    if (stop.emails.length > 0) await sendMail({ to: stop.emails.join(', '), ...describeStop(stop, publicUrl) })
    log.info({ event: 'webhook_stop_mailed', ...of, owners: stop.emails.length }, 'owners were mailed that a webhook was stopped')
  } catch (err) {
    if (!isFinalMailError(err as MailError)) nextAt = new Date(Date.now() + findMailPause(stop.failures))
    // The error as a whole has the address of the person.
    const { message: reason, code, responseCode } = err as MailError
    log.warn({ event: 'mail_failed', ...of, reason, code, responseCode, nextAt }, 'the mail about a stopped webhook failed')
  }
  await scopes.asAuth((scope) => settleMail(scope, stop, nextAt))
}

const describeStop = ({ business_name, host, stop_reason }: Claimed, publicUrl: string) => ({
  subject: `${business_name.replace(/\s+/g, ' ')}: a webhook was stopped`,
  text: [
    `The webhook of ${business_name} to ${host} was stopped. ${stop_reason}`,
    'Nothing is sent to it any more, and what happens from now on is not recorded for it.',
    `When the receiver works again, turn the webhook on under Settings, Connections: ${publicUrl}/settings/connections`,
  ].join('\n\n'),
})

/** One at a time: a server that stops keeps none. */
async function claimMail(scope: Scope) {
  const { rows } = await sql<Claimed>`select * from public.claim_webhook_stop_mail()`.execute(scope)
  return rows[0]
}

const settleMail = (scope: Scope, { businessid, webhookid, claim }: Claimed, nextAt: Date | null) =>
  sql`
    select public.settle_webhook_stop_mail(${businessid}::uuid, ${webhookid}::bigint, ${claim}::timestamptz, ${nextAt}::timestamptz)`.execute(
    scope,
  )
