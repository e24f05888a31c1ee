import { type RawBuilder, sql } from 'kysely'
import type { SalesFilter } from '../../../contract/sales.ts'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { containsText, personName } from '../../shared/list-query.ts'
import { findIdRanges, type IdRange } from './id-ranges.ts'

/** What a search asks for, worked out once: each of its counts, sums, pages and exports starts from the same. */
export type Search = {
  /** The business's calendar dates, both included, and the zone they are meant in. */
  from: string
  to: string
  timezone: string
  small: boolean
  /** Digits were typed: the ids that begin with them. */
  ids?: IdRange[]
  /** Words were typed: the sites and employees whose names contain them, and the employees whose names do not. */
  named?: { sites: number[]; employees: number[]; otherEmployees: number[] }
  /** One site's or one employee's sales alone. */
  only?: { column: 'siteid' | 'employeeid'; id: number }
  /** Only those that come behind this sale in an order. */
  after?: Cursor
}

export type Cursor = { column: 'saledate' | 'finalamount_cents'; dir: Direction; saleid: number }

export async function parseSearch(scope: Scope, { q, small, from, to }: SalesFilter): Promise<Search> {
  const digits = /^(?:(?:sale\s*)?#)?(\d+)$/i.exec(q)?.[1]
  const areWords = q !== '' && digits === undefined
  const { rows } = await sql<{ timezone: string; named: Search['named'] | null }>`
    select timezone, ${areWords ? namedBy(q) : sql`null`} as named from business where id = ${currentBusiness}`.execute(scope)
  const business = rows[0]
  if (!business) throw new Error('the entered business exists')
  const { timezone, named } = business
  return { from, to, timezone, small, ...(digits && { ids: findIdRanges(digits) }), ...(named && { named }) }
}

const namedBy = (typed: string) => {
  const employees = sql`select employeeid from employee where businessid = ${currentBusiness} and`
  return sql`json_build_object(
    'sites', array(select siteid from site where businessid = ${currentBusiness} and ${containsText(sql`sitename`, typed)}),
    'employees', array(${employees} ${containsText(personName, typed)}),
    'otherEmployees', array(${employees} not ${containsText(personName, typed)}))`
}

/** Whether it is clear without a look at the sales that there are none. */
export const isEmptySearch = ({ ids, named }: Search) =>
  ids?.length === 0 || (named !== undefined && named.sites.length + named.employees.length === 0)

/** The instant at which a day begins in a zone. */
const startOf = (day: string, timezone: string) => sql`(${day}::date::timestamp at time zone ${timezone})`
const endOf = (day: string, timezone: string) => sql`((${day}::date + 1)::timestamp at time zone ${timezone})`

/** Whether a row of `sales` is one that the search asks for. */
export function matchesSearch({ from, to, timezone, small, ids, named, only, after }: Search): RawBuilder<boolean> {
  const conditions = [sql`businessid = ${currentBusiness}`]
  const isAfter = (dir: Direction) => after?.column === 'saledate' && after.dir === dir
  // An index begins at one bound: beside the cursor's, the range's own would be taken and all rows up to the cursor read again.
  if (!isAfter('asc')) conditions.push(sql`saledate >= ${startOf(from, timezone)}`)
  if (!isAfter('desc')) conditions.push(sql`saledate < ${endOf(to, timezone)}`)
  if (small) conditions.push(sql`finalamount_cents < ${sql.lit(SMALL_SALE_BELOW * 100)}`)
  if (ids)
    conditions.push(
      sql`(${sql.join(
        ids.map(({ first, last }) => sql`saleid between ${first} and ${last}`),
        sql` or `,
      )})`,
    )
  if (named) conditions.push(matchesName(named))
  if (only) conditions.push(sql`${sql.ref(only.column)} = ${only.id}`)
  if (after) conditions.push(isBehind(after))
  return sql.join(conditions, sql` and `)
}

const isBehind = ({ column, dir, saleid }: Cursor) => sql`
  (${sql.ref(column)}, saleid) ${sql.raw(dir === 'asc' ? '>' : '<')}
  ((select ${sql.ref(column)} from sales where businessid = ${currentBusiness} and saleid = ${saleid}), ${saleid})`

/** Whether a row with a site and an employee has one of those named. */
export const matchesName = ({ sites, employees }: Pick<NonNullable<Search['named']>, 'sites' | 'employees'>) =>
  sql`(${sql.join(
    [
      sites.length > 0 && sql`siteid = any(${sites}::bigint[])`,
      employees.length > 0 && sql`employeeid = any(${employees}::bigint[])`,
    ].filter((one) => one !== false),
    sql` or `,
  )})`
