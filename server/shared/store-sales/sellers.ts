import { sql } from 'kysely'
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
  return sql`
    case when ${code} <> '' then 'code ' || lower(${code}) else 'name ' || lower(regexp_replace(${name}, '\\s+', '', 'g')) end`
}

type Found = { nth: number; employeeid: number | null; is_of_employee: boolean }

/**
 * Names the employee of each sale whose seller is somebody: the one who has the code, the only one with the name where there is no code,
 * or the one to whom the seller was given. Sales with an employee, or without anything, cost nothing. `unknown` are the others, and those
 * of sellers that were given.
 */
export async function resolveSellers(
  scope: Scope,
  sales: SiteSale[],
): Promise<{ sales: SiteSale[]; unknown: Map<string, Seller> }> {
  const sellers = new Map<string, Seller>()
  for (const { sale } of sales) {
    const seller = readSeller(sale)
    if (seller) sellers.set(toKey(sale), seller)
  }
  if (sellers.size === 0) return { sales, unknown: sellers }
  const keys = [...sellers.keys()]
  const { rows } = await sql<Found>`
    with sent as (
      select nth, code, name, ${identifySeller('seller')} as identity
        from json_to_recordset(${JSON.stringify([...sellers.values()].map((seller, nth) => ({ nth, ...seller })))}::json)
               as seller (nth integer, code text, name text)
    ), named as materialized (
      select lower(regexp_replace(firstname || lastname, '\\s+', '', 'g')) as name, min(employeeid) as employeeid
        from employee
       where businessid = ${currentBusiness} and former_number is null
         and employeeid not in (select till_employeeid from site where businessid = ${currentBusiness} and till_employeeid is not null)
       group by 1 having count(*) = 1
    )
    select nth, coalesce(coded.employeeid, given.employeeid, named.employeeid) as employeeid,
           coded.employeeid is not null or (given.sellerid is null and named.employeeid is not null) as is_of_employee
      from sent
      left join employee coded on coded.businessid = ${currentBusiness} and sent.code <> '' and lower(coded.employee_code) = lower(sent.code)
      left join unknown_sellers given on given.businessid = ${currentBusiness} and given.identity = sent.identity
      left join named on sent.code = '' and 'name ' || named.name = sent.identity`.execute(scope)
  const employees = new Map<string, number>()
  const unknown = new Map(sellers)
  for (const { nth, employeeid, is_of_employee } of rows) {
    const key = keys[nth] ?? ''
    if (employeeid !== null) employees.set(key, employeeid)
    if (is_of_employee) unknown.delete(key)
  }
  const resolved = sales.map((parsed) => {
    const employeeid = employees.get(toKey(parsed.sale))
    return employeeid === undefined ? parsed : { ...parsed, sale: { ...parsed.sale, employeeid } }
  })
  return { sales: resolved, unknown }
}

/** Keeps with each new sale the seller that nobody is. `created` has the ids of sales by reference. */
export async function keepUnknownSellers(
  scope: Scope,
  fresh: SiteSale[],
  created: Map<string, number>,
  unknown: Map<string, Seller>,
) {
  const rows = fresh.flatMap(({ sale }) => {
    const seller = unknown.get(toKey(sale))
    const saleid = created.get(sale.reference)
    return seller && saleid !== undefined ? [{ saleid, ...seller }] : []
  })
  if (rows.length === 0) return
  const sent = sql`
    select saleid, code, name, ${identifySeller('sent')} as identity
      from json_to_recordset(${JSON.stringify(rows)}::json) as sent (saleid bigint, code text, name text)`
  // In one order everywhere, so that two transactions that add the same do not deadlock.
  await sql`
    insert into unknown_sellers (code, name)
    select code, name from (select distinct on (identity) * from (${sent}) sent order by identity) sent
    on conflict (businessid, identity) do nothing`.execute(scope)
  // A statement of its own: another one does not see the rows that it adds.
  await sql`
    insert into seller_sales (saleid, sellerid)
    select sent.saleid, u.sellerid
      from (${sent}) sent join unknown_sellers u on u.businessid = ${currentBusiness} and u.identity = sent.identity`.execute(
    scope,
  )
}
