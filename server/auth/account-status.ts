import { sql } from 'kysely'
import type { Comparison } from '../../contract/search/filters.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** A user's role and business, or the next step of an unfinished sign-up. */
export type AccountStatus = {
  role: 'owner' | 'admin' | 'employee' | null
  business: { id: string; name: string; timezone: string } | null
  is_disabled: boolean
  signup_step: 2 | 3 | 4 | 5 | null
  compare: Comparison
}

export async function findAccountStatus(scope: Scope, userId: string): Promise<AccountStatus> {
  const { rows } = await sql<
    Omit<AccountStatus, 'business'> & { businessid: string | null; business_name: string; timezone: string }
  >`
    select *, preferred_comparison(${userId}::uuid) as compare from account_status(${userId}::uuid)`.execute(scope)
  const row = rows[0]
  if (!row) throw new Error('account_status returned no row')
  const { businessid, business_name, timezone, ...status } = row
  return { ...status, business: businessid === null ? null : { id: businessid, name: business_name, timezone } }
}

/** Whether any business has an employee record of this user. */
export async function isEmployedAnywhere(scope: Scope, userId: string) {
  const { rows } = await sql<{ is_employed: boolean }>`select is_employed(${userId}::uuid)`.execute(scope)
  return rows[0]?.is_employed === true
}
