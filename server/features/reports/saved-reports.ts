import { sql } from 'kysely'
import { MAX_SAVED_REPORTS, type SavedReport } from '../../../contract/reports.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'

type SavedReportInput = Omit<SavedReport, 'reportid'>

export const listSavedReports = (scope: Scope): Promise<SavedReport[]> =>
  scope
    .selectFrom('saved_reports')
    .select(['reportid', 'name', 'search'])
    .where('businessid', '=', currentBusiness)
    .orderBy('name')
    .orderBy('reportid')
    .execute()

/**
 * A retry returns the report of the first request. Undefined when the business has as many as it may. Another report of the same name
 * violates a unique index.
 */
export async function insertSavedReport(scope: Scope, { name, search }: SavedReportInput) {
  const existing = await scope
    .selectFrom('saved_reports')
    .select('reportid')
    .where('businessid', '=', currentBusiness)
    .where('name', '=', name)
    .where('search', '=', search)
    .executeTakeFirst()
  if (existing) return existing.reportid
  const { rows } = await sql<{ reportid: number }>`
    insert into saved_reports (name, search)
    select ${name}, ${search}
     where (select count(*) from saved_reports where businessid = ${currentBusiness}) < ${MAX_SAVED_REPORTS}
    returning reportid`.execute(scope)
  return rows[0]?.reportid
}

/** False when there is no such report. */
export async function updateSavedReport(scope: Scope, { reportid, name, search }: SavedReport) {
  const { numUpdatedRows } = await scope
    .updateTable('saved_reports')
    .set({ name, search })
    .where('businessid', '=', currentBusiness)
    .where('reportid', '=', reportid)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** False when there is no such report. */
export async function deleteSavedReport(scope: Scope, reportid: number) {
  const { numDeletedRows } = await scope
    .deleteFrom('saved_reports')
    .where('businessid', '=', currentBusiness)
    .where('reportid', '=', reportid)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
