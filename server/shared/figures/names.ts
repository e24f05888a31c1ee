import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import { personName } from '../list-query.ts'
import { joinTillSite, WITHOUT_EMPLOYEE } from './filters.ts'

// The names of sites and employees in reports, by their ids.

export const SITE_NAME = sql<string>`site.sitename`
export const joinSite = (siteid: RawBuilder<unknown>) =>
  sql`left join site on site.businessid = ${currentBusiness} and site.siteid = ${siteid}`

/** A person, or the site of sales that name nobody. */
export const EMPLOYEE_NAME = sql<string>`
  case when of_till.siteid is null then ${personName} else ${sql.lit(`${WITHOUT_EMPLOYEE} `)} || of_till.sitename end`
export const joinEmployee = (employeeid: RawBuilder<unknown>) => sql`
  left join employee on employee.businessid = ${currentBusiness} and employee.employeeid = ${employeeid} ${joinTillSite(employeeid)}`
