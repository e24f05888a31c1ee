import { type RawBuilder, sql } from 'kysely'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import type { SiteSale, SoldSale } from './sold-sale.ts'

/** How a sale names its seller. '' for none. */
type Seller = { code: string; name: string }

const readSeller = ({ employee_code, employee_name }: SoldSale): Seller | undefined =>
  employee_code || employee_name ? { code: employee_code || '', name: employee_name || '' } : undefined

const toKey = (sale: SoldSale) => JSON.stringify(readSeller(sale))

/** `unknown_sellers.identity` of a row with `code` and `name`. */
export const identifySeller = (row: string) => {
  const [code, name] = [sql.ref(`${row}.code`), sql.ref(`${row}.name`)]
  return sql`case when ${code} <> '' then 'code ' || ${withoutBlanks(code)} else 'name ' || ${withoutBlanks(name)} end`
}

/** As codes and names are compared. The unique key of `employee_code` has the same expression. */
export const withoutBlanks = (text: RawBuilder<unknown>) => sql`lower(regexp_replace(${text}, '\\s+', '', 'g'))`

type Found = { nth: number; identity: string; employeeid: number | null; is_of_employee: boolean }

/** By how a sale names its seller. */
type Unknown = Map<string, Seller & { identity: string }>

/**
 * Names the employee of each sale whose seller is somebody: the one who has the code, the only one with the name where there is no code,
 * or the one to whom the seller was given. Sales with an employee, or without anything, cost nothing. `unknown` are the others, and those
 * of sellers that were given.
 */
export async function resolveSellers(scope: Scope, sales: SiteSale[]): Promise<{ sales: SiteSale[]; unknown: Unknown }> {
  const unknown: Unknown = new Map()
  const sellers = new Map<string, Seller>()
  for (const { sale } of sales) {
    const seller = readSeller(sale)
    if (seller) sellers.set(toKey(sale), seller)
  }
  if (sellers.size === 0) return { sales, unknown }
  const keys = [...sellers.keys()]
  const { rows } = await sql<Found>`
    with sent as (
      select nth, code, name, ${identifySeller('seller')} as identity
        from json_to_recordset(${JSON.stringify([...sellers.values()].map((seller, nth) => ({ nth, ...seller })))}::json)
               as seller (nth integer, code text, name text)
    ), named as materialized (
      select ${withoutBlanks(sql`firstname || lastname`)} as name, min(employeeid) as employeeid
        from employee
       where exists (select from sent where code = '') and businessid = ${currentBusiness} and former_number is null
         and employeeid not in (select till_employeeid from site where businessid = ${currentBusiness} and till_employeeid is not null)
       group by 1 having count(*) = 1
    )
    select nth, sent.identity, coalesce(coded.employeeid, given.employeeid, named.employeeid) as employeeid,
           coded.employeeid is not null or (given.sellerid is null and named.employeeid is not null) as is_of_employee
      from sent
      left join employee coded on coded.businessid = ${currentBusiness} and sent.code <> '' and ${withoutBlanks(sql`coded.employee_code`)} = ${withoutBlanks(sql`sent.code`)}
      left join unknown_sellers given on given.businessid = ${currentBusiness} and given.identity = sent.identity
      left join named on sent.code = '' and 'name ' || named.name = sent.identity`.execute(scope)
  const employees = new Map<string, number>()
  for (const { nth, identity, employeeid, is_of_employee } of rows) {
    const key = keys[nth] ?? ''
    const seller = sellers.get(key)
    if (employeeid !== null) employees.set(key, employeeid)
    if (seller && !is_of_employee) unknown.set(key, { ...seller, identity })
  }
  const resolved = sales.map((parsed) => {
    const employeeid = employees.get(toKey(parsed.sale))
    return employeeid === undefined ? parsed : { ...parsed, sale: { ...parsed.sale, employeeid } }
  })
  return { sales: resolved, unknown }
}

/**
 * Keeps the sellers of new sales that nobody is, and locks them until COMMIT: a person who gives one to an employee waits, and moves the
 * sales that are stored here too. `sales` have the employees of now, `sellers` their ids by the reference of the sale.
 */
export async function keepUnknownSellers(scope: Scope, fresh: SiteSale[], unknown: Unknown) {
  const sellers = new Map<string, number>()
  const sent = fresh.flatMap(({ sale }) => unknown.get(toKey(sale)) ?? [])
  if (sent.length === 0) return { sales: fresh, sellers }
  const { rows } = await sql<{ identity: string; sellerid: number; employeeid: number | null }>`
    select identity, sellerid, employeeid from keep_sellers(${JSON.stringify(sent)}::json)`.execute(scope)
  const kept = new Map(rows.map((row) => [row.identity, row]))
  const sales = fresh.map((parsed) => {
    const seller = kept.get(unknown.get(toKey(parsed.sale))?.identity ?? '')
    if (!seller) return parsed
    sellers.set(parsed.sale.reference, seller.sellerid)
    return { ...parsed, sale: { ...parsed.sale, employeeid: seller.employeeid } }
  })
  return { sales, sellers }
}

/** Keeps with each stored sale the seller that it names. Both have references. */
export async function linkSellers(scope: Scope, created: Map<string, number>, sellers: Map<string, number>) {
  const rows = [...sellers].flatMap(([reference, sellerid]) => {
    const saleid = created.get(reference)
    return saleid === undefined ? [] : [{ saleid, sellerid }]
  })
  if (rows.length === 0) return
  await sql`
    insert into seller_sales (saleid, sellerid)
    select saleid, sellerid from json_to_recordset(${JSON.stringify(rows)}::json) as sent (saleid bigint, sellerid bigint)`.execute(
    scope,
  )
}
