import { sql } from 'kysely'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { PostResult } from './post-message.ts'

/** Attempts under way of all servers together. */
const PER_BUSINESS = 10
const PER_HOST = 20
/** Places of each server that are kept for businesses without an attempt under way. */
const KEPT = 20

export type ClaimedDelivery = {
  businessid: string
  messageid: string
  webhookid: number
  claim: string
  /** 1 for the first. */
  attempt: number
  url: string
  /** The newest first. */
  secrets: string[]
  type: string
  created_at: Date
  /** Null when what it is about was deleted. */
  data: object | null
}

/** Deliveries that are due, as many as there is room for: `room` is what the server does not use. */
export async function claimDeliveries(scope: Scope, room: number) {
  const { rows } = await sql<ClaimedDelivery>`
    select * from public.claim_webhook_deliveries(${room}::integer, ${KEPT}::integer, ${PER_BUSINESS}::integer, ${PER_HOST}::integer)`.execute(
    scope,
  )
  return rows
}

/** Gives an attempt back that a server broke off. */
export const releaseDelivery = (scope: Scope, { businessid, messageid, webhookid, claim }: ClaimedDelivery) =>
  sql`
    select public.release_webhook_attempt(${businessid}::uuid, ${messageid}::uuid, ${webhookid}::bigint, ${claim}::uuid)`.execute(
    scope,
  )

/** `pauseMs`: undefined when the delivery is given up. Returns why the webhook was stopped, if it was. */
export type Outcome = PostResult & { pauseMs: number | undefined; isOver: boolean }

export async function noteAttempt(scope: Scope, delivery: ClaimedDelivery, outcome: Outcome) {
  const { businessid, messageid, webhookid, claim } = delivery
  const { status, duration_ms, problem, answer, pauseMs, isOver } = outcome
  const pause = pauseMs === undefined ? null : `${pauseMs} milliseconds`
  const { rows } = await sql<{ stopped: string | null }>`
    select public.note_webhook_attempt(${businessid}::uuid, ${messageid}::uuid, ${webhookid}::bigint, ${claim}::uuid, ${status}::smallint,
             ${duration_ms}::integer, ${problem}::text, ${answer}::text, ${pause}::interval, ${isOver}::boolean) as stopped`.execute(
    scope,
  )
  return rows[0]?.stopped ?? undefined
}

const MAX_ROWS = 5_000

/** Deletes what is 30 days old, in transactions that are short. */
export async function deleteOldRows(within: <T>(work: (scope: Scope) => Promise<T>) => Promise<T>, signal: AbortSignal) {
  for (;;) {
    const { rows } = await within((scope) =>
      sql<{ deleted: number }>`select public.delete_old_webhook_rows(${MAX_ROWS}::integer) as deleted`.execute(scope),
    )
    if (signal.aborted || (rows[0]?.deleted ?? 0) < MAX_ROWS) return
  }
}
