import { type RawBuilder, sql } from 'kysely'
import type { PlaceFilters } from '../../../contract/figures.ts'

/** The condition on an id. One value is compared with '=', so that an index can give its rows in order. */
export const isAnyOf = (column: 'siteid' | 'employeeid', ids: number[]) =>
  ids.length === 1 ? sql`${sql.ref(column)} = ${ids[0]}` : sql`${sql.ref(column)} = any(${ids}::bigint[])`

/** The conditions on rows with a site and an employee, each with its 'and'. */
export const matchesPlace = ({ sites, employees }: PlaceFilters): RawBuilder<unknown> => sql`
  ${sites.length > 0 ? sql`and ${isAnyOf('siteid', sites)}` : sql``}
  ${employees.length > 0 ? sql`and ${isAnyOf('employeeid', employees)}` : sql``}`
