import { sql } from 'kysely'
import type { ImportedEmployee } from '../../../../contract/employee-imports.ts'
import { lockInBusiness } from '../../../../db/locks.ts'
import { currentBusiness } from '../../../../db/sql.ts'
import type { Scope } from '../../../../db/tenant-scope.ts'

/** Those that a row of a file may be. */
export async function listEmployees(scope: Scope) {
  const { rows } = await sql<{ siteid: number; firstname: string; lastname: string; employee_code: string | null }>`
    select siteid, firstname, lastname, employee_code from employee
     where businessid = ${currentBusiness} and (siteid is not null or employee_code is not null)`.execute(scope)
  return rows
}

/** Adds those who are not at their site yet, and returns how many. Two imports of a business add nobody twice. */
export async function insertImported(scope: Scope, employees: ImportedEmployee[]) {
  await lockInBusiness(scope, 'employee import')
  const { rows } = await sql<{ added: number }>`
    with added as (
      insert into employee (siteid, firstname, lastname, position, hiredate, employee_code)
      select distinct on (siteid, lower(firstname), lower(lastname), coalesce(nth, 1)) siteid, firstname, lastname, position, hiredate, employee_code
        from json_to_recordset(${JSON.stringify(employees)}) as sent
             (siteid bigint, firstname text, lastname text, position text, hiredate date, employee_code text, nth integer)
       where coalesce(nth, 1) > (
         select count(*) from employee e
          where e.businessid = ${currentBusiness} and e.siteid = sent.siteid
            and lower(e.firstname) = lower(sent.firstname) and lower(e.lastname) = lower(sent.lastname))
      returning 1
    )
    select count(*)::integer as added from added`.execute(scope)
  return rows[0]?.added ?? 0
}
