import { sql } from 'kysely'
import type { EmployeesExport } from '../../../contract/employees.ts'
import type { EmployeesSearch } from '../../../contract/search/employees.ts'
import { currentBusiness } from '../../../db/sql.ts'
import { containsText, joinConditions, personName } from '../../shared/list-query.ts'

const SORT_COLUMNS = { position: 'position', site: 'sitename', status: 'isenabled', hiredate: 'hiredate' } as const

type Filters = Pick<EmployeesSearch, 'q' | 'siteid' | 'status'> & Pick<EmployeesExport, 'ids'>

export const matchesSearch = ({ q, siteid, status, ids }: Filters) =>
  joinConditions([
    sql`employee.businessid = ${currentBusiness}`,
    q !== '' &&
      sql`(${containsText(personName, q)} or ${containsText(sql`employee.position`, q)}
      or ${containsText(sql`coalesce(employee_code, '')`, q)})`,
    siteid !== undefined && sql`employee.siteid = ${siteid}`,
    status !== 'all' && sql`isenabled = ${status === 'enabled'}`,
    ids && sql`employeeid = any(${ids}::bigint[])`,
  ])

/** Within a site or a position names are in ascending order in both directions. */
export function orderBySearch({ sort, dir }: Pick<EmployeesSearch, 'sort' | 'dir'>) {
  const direction = sql.raw(dir)
  if (sort === 'lastname') return sql`lastname ${direction}, firstname ${direction}, employeeid ${direction}`
  return sql`${sql.ref(SORT_COLUMNS[sort])} ${direction} nulls last, lastname, firstname, employeeid`
}
