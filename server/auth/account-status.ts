import { sql } from 'kysely'
import type { Right } from '../../contract/rights.ts'
import type { Session } from '../../contract/session.ts'
import type { Scope } from '../../db/tenant-scope.ts'

/** A user's role, right, business and preferences, or the next step of an unfinished sign-up. */
export type AccountStatus = Omit<Session, 'user'> & { is_disabled: boolean }

type Row = Omit<AccountStatus, 'business' | 'closed' | 'product_list' | 'right' | 'lacks_two_step'> & {
  requires_two_step: boolean
  lacks_two_step: boolean
  right_name: Right | null
  siteids: (number | string)[] | null
  sees_costs: boolean
  businessid: string | null
  business_name: string
  timezone: string
  closed_at: Date | null
  erase_at: Date | null
} & {
  products_per_page: Session['product_list']['per_page']
  product_columns: Session['product_list']['columns']
}

export async function findAccountStatus(scope: Scope, userId: string): Promise<AccountStatus> {
  const { rows } = await sql<Row>`
    select * from account_status(${userId}::uuid), find_preferences(${userId}::uuid), find_right(${userId}::uuid), find_two_step_rule(${userId}::uuid)`.execute(
    scope,
  )
  const row = rows[0]
  if (!row) throw new Error('account_status returned no row')
  const { businessid, business_name, timezone, closed_at, erase_at, products_per_page, product_columns, ...rest } = row
  const { right_name, siteids, sees_costs, requires_two_step: _, lacks_two_step, ...status } = rest
  return {
    ...status,
    // Who has begun a sign-up has left the employer.
    ...(right_name &&
      status.role === 'employee' && { right: { name: right_name, siteids: siteids?.map(Number) ?? null, sees_costs } }),
    ...(lacks_two_step && { lacks_two_step }),
    ...(closed_at && erase_at && { closed: { closed_at, erase_at } }),
    business: businessid === null ? null : { id: businessid, name: business_name, timezone },
    product_list: { per_page: products_per_page, columns: product_columns },
  }
}

/** Whether any business has an employee record of this user. */
export async function isEmployedAnywhere(scope: Scope, userId: string) {
  const { rows } = await sql<{ is_employed: boolean }>`select is_employed(${userId}::uuid)`.execute(scope)
  return rows[0]?.is_employed === true
}
