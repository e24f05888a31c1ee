import { sql } from 'kysely'
import type { Logger } from 'pino'
import { NOTICE_RIGHTS, type NoticeKind } from '../../../contract/notices.ts'
import { ScopeRefused } from '../../../db/errors.ts'
import type { Entered, Scope, TenantScopes } from '../../../db/tenant-scope.ts'
import { findMailPause, isFinalMailError, type MailError, type SendMail } from '../../auth/mail.ts'
import type { BackgroundWork } from '../../shared/background-work.ts'
import { saveToken } from './choices.ts'
import { createEndUrl, createToken, hashToken } from './link.ts'
import { renderNotice } from './render.ts'
import { writeNotice } from './write-notice.ts'

const EVERY_MS = 60_000
/** How often a server looks for products and tills that a notice names. */
const LOOK_MS = 15 * 60_000

/** With `asksForProof`, only proven addresses get notices. */
export type NoticeParts = { sendMail: SendMail; publicUrl: string; authSecret: string; asksForProof: boolean }
type Parts = NoticeParts & { scopes: TenantScopes; log: Logger }

/** Sends what is due, each minute. Any number of servers share the work. */
export function scheduleNotices({ background, ...parts }: Parts & { background: BackgroundWork }) {
  background.every(EVERY_MS, 'sending of notices', (signal) => sendNotices(parts, new Date(), signal))
}

/** A notice that this server has until `claim`. */
type Claimed = {
  businessid: string
  user_id: string
  kind: NoticeKind
  day: string
  sites: number[]
  known: string[] | null
  sent_for: string | null
  failures: number
  email: string
  claim: Date
}

/** Sends every notice that is due at this time. What fails is tried again later and does not stop the rest. */
export async function sendNotices(parts: Parts, at: Date, signal?: AbortSignal) {
  while (!signal?.aborted) {
    const claimed = await parts.scopes.asAuth((scope) => claimNotice(scope, at, parts.asksForProof))
    if (!claimed) return
    await sendNotice(parts, claimed, at).catch((err) =>
      parts.log.error({ event: 'notice_failed', ...describe(claimed), err }, 'a notice could not be written'),
    )
  }
}

const describe = ({ businessid, user_id, kind }: Claimed) => ({ business: businessid, user: user_id, kind })

async function sendNotice(parts: Parts, claimed: Claimed, at: Date) {
  const { scopes, log } = parts
  const settle = (changed: Partial<Outcome>) =>
    scopes.asAuth((scope) => settleNotice(scope, claimed, { ...claimed, look_at: nextLook(claimed, at), ...changed }))

  const written = await writeMail(parts, claimed)
  if (written === 'refused') {
    log.info({ event: 'notice_not_sent', ...describe(claimed) }, 'a notice was not sent: the person may not have it')
    return settle({ sent_for: claimed.day })
  }
  const { mail, known, noticed, forgotten } = written
  // What has nothing new is looked at again on the same day.
  if (!mail) return settle({ known, noticed, forgotten, failures: 0, sent_for: isLook(claimed) ? claimed.sent_for : claimed.day })
  // Before it is sent: a server that stops now has sent it once at most.
  const marked = { known, sent_for: claimed.day, failures: 0 }
  if (!(await settle({ ...marked, noticed, forgotten, look_at: claimed.claim }))) return
  const error = await parts.sendMail(mail).then(
    () => undefined,
    (err: MailError) => err,
  )
  if (!error) log.info({ event: 'notice_sent', ...describe(claimed) }, 'a notice was mailed')
  await settle({ ...marked, ...(error && onMailError({ log, claimed, at, noticed }, error)) })
}

type Failed = { log: Logger; claimed: Claimed; at: Date; noticed: number[] | undefined }

/** A mail is tried again after a pause, unless the mail server refused the address for good, or may have taken the mail. */
function onMailError({ log, claimed, at, noticed }: Failed, err: MailError): Partial<Outcome> {
  const { known, sent_for } = claimed
  // The error as a whole has the address of the person.
  const { message: reason, code, responseCode } = err
  const fields = { event: 'mail_failed', ...describe(claimed), reason, code, responseCode }
  if (isFinalMailError(err)) {
    log.warn(fields, 'a notice was refused by the mail server, or may have been sent: it is not tried again')
    return {}
  }
  const failures = claimed.failures + 1
  const pauseMs = findMailPause(claimed.failures)
  log.warn({ ...fields, pauseMs }, 'a notice could not be mailed yet')
  // What this mail would have named is named by the next one.
  return { known, sent_for, failures, forgotten: noticed, look_at: new Date(at.getTime() + pauseMs) }
}

const isLook = ({ kind }: Claimed) => kind === 'low_stock' || kind === 'silent_till'
const nextLook = (claimed: Claimed, at: Date) => (isLook(claimed) ? new Date(at.getTime() + LOOK_MS) : null)

/** The mail, written in the person's own scope: a person who may not have it gets nothing. */
async function writeMail({ scopes, publicUrl, authSecret }: Parts, claimed: Claimed) {
  const token = createToken(authSecret, claimed)
  try {
    const rights = NOTICE_RIGHTS[claimed.kind]
    const write = async (scope: Scope, { businessid, right, sees_costs }: Entered) => {
      if (businessid !== claimed.businessid) return 'refused' as const
      const { notice, ...named } = await writeNotice(scope, { ...claimed, right, sees_costs })
      if (!notice) return { mail: null, ...named }
      await saveToken(scope, claimed.kind, hashToken(token))
      const { email: to, kind } = claimed
      return { mail: renderNotice(notice, { to, kind, publicUrl, endUrl: createEndUrl(publicUrl, token) }), ...named }
    }
    return await scopes.asTenant(claimed.user_id, write, { rights })
  } catch (error) {
    if (error instanceof ScopeRefused) return 'refused' as const
    throw error
  }
}

/** One at a time: a server that stops keeps none. */
async function claimNotice(scope: Scope, at: Date, isOnlyProven: boolean) {
  const { rows } = await sql<Claimed>`
    select due.*, sites::float8[] as sites from public.claim_notice(${at}::timestamptz, ${isOnlyProven}) due`.execute(scope)
  return rows[0]
}

type Outcome = {
  known: string[] | null
  noticed?: number[] | undefined
  forgotten?: number[] | undefined
  sent_for: string | null
  failures: number
  look_at: Date | null
}

/** False when this server has the notice no more. */
async function settleNotice(scope: Scope, { businessid, user_id, kind, claim }: Claimed, outcome: Outcome) {
  const { sent_for, known, noticed = [], forgotten = [], failures, look_at } = outcome
  const { rows } = await sql<{ is_settled: boolean }>`
    select public.settle_notice(${businessid}::uuid, ${user_id}::uuid, ${kind}, ${claim}::timestamptz, ${sent_for}::date, ${known}::text[],
                                ${noticed}::bigint[], ${forgotten}::bigint[], ${failures}::integer, ${look_at}::timestamptz) as is_settled`.execute(
    scope,
  )
  return rows[0]?.is_settled === true
}

/** Turns off the notice of a link, if there is one. */
export const endNotice = (scope: Scope, token: string) => sql`select public.end_notice(${hashToken(token)})`.execute(scope)
