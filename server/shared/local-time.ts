import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../db/sql.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** Sets the time zone of the transaction to that of the business: timestamps that are written as text have its offset. */
export const setLocalTimezone = (scope: Scope) =>
  sql`select set_config('timezone', timezone, true) from business where id = ${currentBusiness}`.execute(scope)

/** ISO 8601 with the offset of the transaction's time zone: '2026-11-21T14:05:09+02:00'. */
export const formatLocalTime = (time: RawBuilder<unknown>) => sql<string>`to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SSTZH:TZM')`
