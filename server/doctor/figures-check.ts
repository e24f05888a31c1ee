import { CompiledQuery, sql } from 'kysely'
import type { Logger } from 'pino'
import { formatCommand } from '../../db/format-command.ts'
import { DATABASE_LOCKS } from '../../db/locks.ts'
import { countDifferences, type Query } from '../../db/roll-ups/roll-ups.ts'
import { createRecentSlices } from '../../db/roll-ups/slices.ts'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope, TenantScopes } from '../../db/tenant-scope.ts'
import type { BackgroundWork } from '../shared/background-work.ts'

/** 03:00 in South Africa. */
const HOUR_UTC = 1
const CHECKED_DAYS = 35

type Summary = { checked_at: Date | null; differing: number }

type Options = { scopes: TenantScopes; background: BackgroundWork; log: Logger }

/** Compares the figures of the last days of every business with its sales, once a day on one of the servers of a database. */
export function scheduleFiguresCheck({ scopes, background, log }: Options) {
  /** Of all businesses: when the last check was, and in how many the figures differed. Rejects while the database is away. */
  const readSummary = async () => {
    const { rows } = await scopes.asAuth((scope) => sql<Summary>`select * from public.figures_check_summary()`.execute(scope))
    return rows[0] ?? { checked_at: null, differing: 0 }
  }
  background.daily({
    name: 'check of the figures',
    lock: DATABASE_LOCKS.figures_check,
    findHour: async () => HOUR_UTC,
    findLastRun: async () => (await readSummary()).checked_at ?? undefined,
    run: (signal) => checkAllFigures(scopes, log, signal),
  })
  return { readSummary }
}

/** A business that cannot be checked, because it has too much work queued, is checked the next day. */
export async function checkAllFigures(scopes: TenantScopes, log: Logger, signal?: AbortSignal) {
  const { rows } = await scopes.asAuth((scope) =>
    sql<{ user_id: string }>`select user_id from public.find_users_to_check()`.execute(scope),
  )
  let businesses = 0
  let differing = 0
  for (const { user_id } of rows) {
    if (signal?.aborted) return
    try {
      const { businessid, differences } = await checkFigures(scopes, user_id)
      businesses++
      if (differences === 0) continue
      differing++
      log.error(
        { event: 'doctor_problem', check: 'roll-ups', business: businessid, differences },
        `figures differ from the sales: run \`${formatCommand('doctor --repair')}\``,
      )
    } catch (error) {
      log.warn({ event: 'figures_check_failed', user: user_id, err: error }, 'the figures of a business were not checked')
    }
  }
  log.info({ event: 'figures_checked', businesses, differing }, 'the figures were compared with the sales')
}

/** Compares the last days of the business of a user, in short transactions, and stores the result. */
export async function checkFigures(scopes: TenantScopes, userId: string) {
  const { businessid, today } = await scopes.asTenant(userId, findToday)
  let differences = 0
  for (const { rollUp, bounds } of createRecentSlices(businessid, today, CHECKED_DAYS))
    differences += await scopes.asTenant(userId, (scope) => countDifferences(createScopeQuery(scope), rollUp, bounds))
  await scopes.asTenant(userId, (scope) => saveResult(scope, differences))
  return { businessid, differences }
}

async function findToday(scope: Scope) {
  const { rows } = await sql<{ businessid: string; today: string }>`
    select id as businessid, to_char(now() at time zone timezone, 'YYYY-MM-DD') as today from business where id = ${currentBusiness}`.execute(
    scope,
  )
  const [business] = rows
  if (!business) throw new Error('a business was entered that is not there')
  return business
}

const createScopeQuery =
  (scope: Scope): Query =>
  async <Row>(text: string, values: unknown[] = []) =>
    (await scope.executeQuery<Row>(CompiledQuery.raw(text, values))).rows

const saveResult = (scope: Scope, differences: number) =>
  sql`insert into figures_checks (differences) values (${differences})
      on conflict (businessid) do update set checked_at = now(), differences = excluded.differences`.execute(scope)
