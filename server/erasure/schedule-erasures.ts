import { hostname } from 'node:os'
import { CompiledQuery, sql } from 'kysely'
import type { Logger } from 'pino'
import { DATABASE_LOCKS } from '../../db/locks.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { SendMail } from '../auth/mail.ts'
import { describeMail } from '../auth/security-mails.ts'
import { type ErasedBusiness, markErased, SELECT_ERASED, writeMissingMarks } from '../backup/erased-marks.ts'
import { findBackupFolder } from '../backup/stored-backups.ts'
import type { BackgroundWork } from '../shared/background-work.ts'
import { describeErasure, findBackupsEnd } from '../shared/describe-erasure.ts'
import type { ObjectStore } from '../storage/object-store.ts'
import { eraseRows, removeFolder } from './erase-business.ts'

const EVERY_MS = 600_000
/** Manual backups in a place that no nightly backup goes to get the marks of other servers in this time. */
const MARK_EVERY_MS = 3_600_000

type Parts = {
  scopes: TenantScopes
  files: ObjectStore
  sendMail: SendMail
  backups: { dataDir: string; backupUrl?: string }
  /** See createClosing. */
  backupDays: number | undefined
  log: Logger
}

/** Erases the businesses that were closed 30 days ago, and mails their people a week before. One of several servers does it. */
export function scheduleErasures({ background, ...parts }: Parts & { background: BackgroundWork }) {
  background.everyOnOneServer(EVERY_MS, 'erasure of closed businesses', DATABASE_LOCKS.erasure, (signal) =>
    runErasures(parts, signal),
  )
}

/** Beside the backups of this server, what any server and any command has erased is marked: at the start, and each hour. */
export function scheduleMarks({
  background,
  scopes,
  backups,
  log,
}: Pick<Parts, 'scopes' | 'backups' | 'log'> & { background: BackgroundWork }) {
  const write = async () => {
    const erased = await scopes.asAuth(listErasedBusinesses)
    await writeMissingMarks(await findBackupFolder(backups), erased)
  }
  const logFailure = (err: unknown) =>
    log.error(
      { event: 'erasures_not_noted', err },
      'what was erased could not be noted beside the backups: a restore could bring it back',
    )
  void background.run(() => write().catch(logFailure))
  background.every(MARK_EVERY_MS, 'notes of erased businesses', () => write().catch(logFailure))
}

const listErasedBusinesses = async (scope: Scope) =>
  (await scope.executeQuery<ErasedBusiness>(CompiledQuery.raw(SELECT_ERASED))).rows

/** What fails is tried again the next time, and does not stop the rest. */
export async function runErasures(parts: Parts, signal?: AbortSignal) {
  const { scopes, log } = parts
  await warnPeople(parts)
  for (const { businessid } of await scopes.asAuth(listBusinessesToErase)) {
    if (signal?.aborted) return
    await erase(parts, businessid, signal).catch((err) => {
      if (!signal?.aborted)
        log.error({ event: 'erasure_failed', business: businessid, err }, 'a business could not be erased yet')
    })
  }
  for (const { folder } of await scopes.asAuth(listFileRemovals)) {
    try {
      await removeFolder(parts.files, folder, signal)
      await scopes.asAuth((scope) => endFileRemoval(scope, folder))
    } catch (err) {
      if (signal?.aborted) return
      log.warn({ event: 'files_not_removed', folder, err }, 'files of what was erased could not be deleted yet')
    }
  }
}

async function warnPeople({ scopes, sendMail, backupDays, log }: Parts) {
  for (const { businessid, email, name, timezone, erase_at } of await scopes.asAuth(claimWarnings)) {
    const dates = describeErasure({ erase_at, timezone, ...findBackupsEnd(erase_at, backupDays) })
    await sendMail({ to: email, ...describeMail('business erased soon', name, dates) }).then(
      () =>
        log.info({ event: 'erasure_announced', business: businessid }, 'a person was mailed that the business is erased soon'),
      (err) => log.error({ event: 'mail_failed', business: businessid, err }, 'the mail about an erasure could not be sent'),
    )
  }
}

async function erase({ scopes, backups, log }: Parts, businessid: string, signal: AbortSignal | undefined) {
  // First: a restore must not bring back what was erased.
  await markErased(await findBackupFolder(backups), { businessid, erasedAt: new Date() })
  const rows = await eraseRows(
    (maxRows) => scopes.asAuth((scope) => eraseSlice(scope, businessid, maxRows)),
    signal && { signal },
  )
  log.warn({ event: 'business_erased', business: businessid, rows }, 'a business was erased')
}

type Warning = { businessid: string; email: string; name: string; timezone: string; erase_at: Date }

const claimWarnings = async (scope: Scope) =>
  (await sql<Warning>`select * from public.claim_erasure_warnings()`.execute(scope)).rows

const listBusinessesToErase = async (scope: Scope) =>
  (await sql<{ businessid: string }>`select businessid from public.list_businesses_to_erase()`.execute(scope)).rows

async function eraseSlice(scope: Scope, businessid: string, maxRows: number) {
  const { rows } = await sql<{ deleted: number | null }>`
    select public.erase_business_rows(${businessid}::uuid, ${maxRows}::integer, ${hostname()}) as deleted`.execute(scope)
  return rows[0]?.deleted ?? null
}

const listFileRemovals = async (scope: Scope) =>
  (await sql<{ folder: string }>`select folder from public.file_removals order by queued_at`.execute(scope)).rows

/** Not in the first hour: a server may still be writing a file there. */
const endFileRemoval = (scope: Scope, folder: string) =>
  sql`delete from public.file_removals where folder = ${folder} and queued_at < now() - interval '1 hour'`.execute(scope)
