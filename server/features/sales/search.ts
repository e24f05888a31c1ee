import { type RawBuilder, sql } from 'kysely'
import type { SalesFilter } from '../../../contract/sales.ts'
import { hasLineFilter, type LineFilters, type PlaceFilters } from '../../../contract/search/filters.ts'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import type { Direction } from '../../../contract/shared/list.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import {
  hasMoreThanLines,
  hasOtherPayment,
  hasRemainder,
  isLineOf,
  isPaidBy,
  matchesPlace,
} from '../../shared/figures/filters.ts'
import { addJoinedProducts } from '../../shared/figures/items.ts'
import { containsText, joinConditions, personName } from '../../shared/list-query.ts'

/** A parsed search. Its counts, sums, pages and exports all use it. */
export type Search = LineFilters & {
  /** Calendar dates in the business's time zone, both included. */
  from: string
  to: string
  timezone: string
  small: boolean
  refunds: boolean
  /** Normalized. Undefined for every method. */
  payment_method?: string
  /** ISO 8601. Only late sales that arrived after it; 21-preferences.sql says which are late. */
  received_after?: string | undefined
  /** Empty for all. */
  sites: number[]
  employees: number[]
  /** The sales whose number or reference is the typed text. */
  exact: number[]
  /** For digits: these sales alone. */
  ids?: number[]
  /** For any other text: the sites and employees whose names contain it, and the employees whose names do not. */
  named?: { sites: number[]; employees: number[]; otherEmployees: number[] }
  /** Only sales before this instant, on the last day. */
  before?: RawBuilder<unknown>
  /** A keyset page: the sales after this one in an order. */
  after?: Cursor
}

export type Cursor = {
  column: 'saledate' | 'finalamount_cents'
  dir: Direction
  /** Of the column, as PostgreSQL writes it. The sale itself may be deleted since. */
  value: string
  saleid: number
}

/** The digits of '42', '#42', 'Sale #42'. Undefined for any other text. */
const findDigits = (q: string) => /^(?:(?:sale\s*)?#)?(\d+)$/i.exec(q)?.[1]

/** Every number with so many digits is a safe integer. */
const MAX_DIGITS = 15

export async function parseSearch(
  scope: Scope,
  { q, payment_method: typedMethod, ...filters }: Omit<SalesFilter, 'compare' | 'period'>,
): Promise<Search> {
  const digits = findDigits(q)
  const isName = q !== '' && digits === undefined
  const { rows } = await sql<{ timezone: string; payment_method: string; named: Search['named'] | null; exact: number[] }>`
    select timezone, normalize_payment_method(${typedMethod}) as payment_method, ${isName ? findNamed(q) : sql`null`} as named,
           ${q === '' ? sql`'[]'::json` : findExact(q, digits)} as exact
      from business where id = ${currentBusiness}`.execute(scope)
  const business = rows[0]
  if (!business) throw new Error('the entered business exists')
  const { timezone, payment_method, named, exact } = business
  return {
    ...filters,
    products: await addJoinedProducts(scope, filters.products),
    timezone,
    exact,
    ...(typedMethod && { payment_method }),
    ...(digits && { ids: exact }),
    ...(named && { named }),
  }
}

/** A sale number first. */
const findExact = (typed: string, digits = '') => sql`
  array_to_json(array(
        select saleid from sales where businessid = ${currentBusiness} and saleid = ${digits.length > MAX_DIGITS ? null : digits || null}::bigint
         union all
        select saleid from sales where businessid = ${currentBusiness} and reference = ${typed}))`

const findNamed = (typed: string) => {
  const employees = sql`select employeeid from employee where businessid = ${currentBusiness} and`
  return sql`json_build_object(
    'sites', array(select siteid from site where businessid = ${currentBusiness} and ${containsText(sql`sitename`, typed)}),
    'employees', array(${employees} ${containsText(personName, typed)}),
    'otherEmployees', array(${employees} not ${containsText(personName, typed)}))`
}

/** Whether the search can have no results, known without reading sales. */
export const isEmptySearch = ({ ids, named }: Search) =>
  ids?.length === 0 || (named !== undefined && named.sites.length + named.employees.length === 0)

/** The instant at which a day begins in a time zone. */
const dayStart = (day: string, timezone: string) => sql`(${day}::date::timestamp at time zone ${timezone})`
const dayEnd = (day: string, timezone: string) => sql`((${day}::date + 1)::timestamp at time zone ${timezone})`

/** The condition on a row with `saledate`. */
const inDays = ({ from, to, timezone }: Search) =>
  sql`saledate >= ${dayStart(from, timezone)} and saledate < ${dayEnd(to, timezone)}`

/** The sales whose largest payment has another method than the search, but a payment of it. They are few. */
export const matchesOtherPayment = (search: Search, payment_method: string) =>
  joinConditions([
    sql`businessid = ${currentBusiness} and normalized_payment_method <> ${payment_method}`,
    inDays(search),
    hasOtherPayment([payment_method], inDays(search)),
    ...matchesNameAndPlace(search),
  ])

/** The condition on a row of `sales`. */
export function matchesSearch(search: Search) {
  const { from, to, timezone, small, refunds, payment_method, ids, received_after, before, after } = search
  const isAfter = (dir: Direction) => after?.column === 'saledate' && after.dir === dir
  return joinConditions([
    sql`businessid = ${currentBusiness}`,
    // An index scan starts at one bound. With the range's bound beside the cursor's, it would read all rows up to the cursor again.
    !isAfter('asc') && sql`saledate >= ${dayStart(from, timezone)}`,
    !isAfter('desc') && sql`saledate < ${dayEnd(to, timezone)}`,
    before && sql`saledate < ${before}`,
    // Literals, as in the predicates of the partial indexes.
    small && sql`finalamount_cents < ${sql.lit(SMALL_SALE_BELOW * 100)}`,
    refunds && sql`finalamount_cents < 0`,
    received_after !== undefined &&
      sql`importid is null and received_at - saledate > interval '1 hour' and received_at > ${received_after}::timestamptz`,
    payment_method !== undefined && isPaidBy([payment_method], inDays(search)),
    ids && sql`saleid = any(${ids}::bigint[])`,
    ...matchesNameAndPlace(search),
    hasLineFilter(search) && hasLine(search),
    after && isAfterCursor(after),
  ])
}

function hasLine(search: Search) {
  const { from, to, timezone } = search
  const lines = sql`
    saleid in (select saleid from saleitems
                where businessid = ${currentBusiness} and saledate >= ${dayStart(from, timezone)} and saledate < ${dayEnd(to, timezone)}
                  and ${isLineOf(search)})`
  return hasRemainder(search) ? sql`((${hasMoreThanLines(search)}) or ${lines})` : lines
}

const CURSOR_TYPES = { saledate: sql`timestamptz`, finalamount_cents: sql`bigint` }

const isAfterCursor = ({ column, dir, value, saleid }: Cursor) => sql`
  (${sql.ref(column)}, saleid) ${sql.raw(dir === 'asc' ? '>' : '<')} (${value}::${CURSOR_TYPES[column]}, ${saleid}::bigint)`

/** The conditions on a row with a site and an employee. */
export const matchesNameAndPlace = (search: Search) => [search.named && matchesName(search.named), ...matchesPlace(search)]

const matchesName = (place: PlaceFilters) =>
  sql`(${sql.join(
    matchesPlace(place).filter((condition) => condition !== false),
    sql` or `,
  )})`
