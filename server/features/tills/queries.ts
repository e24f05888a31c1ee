import { sql } from 'kysely'
import type { ClockAhead, Till } from '../../../contract/tills.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { EnteredTill, Scope } from '../../../db/tenant-scope.ts'
import { KeyReused } from '../../shared/idempotency.ts'
import type { SoldSale } from '../../shared/store-sales/sold-sale.ts'

/** The site's keys that are not revoked, newest first. Undefined when there is no such site. */
export async function listTills(scope: Scope, siteid: number) {
  if (!(await siteExists(scope, siteid))) return undefined
  const { rows } = await sql<Till>`
    select tillid, name, key_start, created_at, last_used_at,
           (select json_build_object('saleid', saleid, 'finalamount', finalamount) from sales
             where sales.businessid = till_keys.businessid and saleid = first_saleid) as first_sale
      from till_keys
     where businessid = ${currentBusiness} and siteid = ${siteid} and revoked_at is null
     order by tillid desc`.execute(scope)
  return rows
}

type NewTill = { siteid: number; name: string; key_start: string; key_hash: Buffer }

/** A key that exists is returned: a retry has the same one. Undefined when there is no such site. */
export async function insertTill(scope: Scope, till: NewTill): Promise<Till | undefined> {
  if (!(await siteExists(scope, till.siteid))) return undefined
  const columns = ['tillid', 'name', 'key_start', 'created_at', 'last_used_at'] as const
  const created = await scope
    .insertInto('till_keys')
    .values(till)
    .onConflict((conflict) => conflict.doNothing())
    .returning(columns)
    .executeTakeFirst()
  if (created) return { ...created, first_sale: null }
  // The hash cannot be read. Its key is of this business: the business is part of what it is made of.
  const tills = await listTills(scope, till.siteid)
  const existing = tills?.find(({ name, key_start }) => name === till.name && key_start === till.key_start)
  if (!existing) throw new KeyReused('the key of this request has another name or site, or is revoked')
  return existing
}

/** False when there is no such key or it is already revoked. */
export async function revokeTill(scope: Scope, tillid: number) {
  const { numUpdatedRows } = await scope
    .updateTable('till_keys')
    .set({ revoked_at: sql`now()` })
    .where('businessid', '=', currentBusiness)
    .where('tillid', '=', tillid)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Remembers the first sale of a key. */
export async function setFirstSale(scope: Scope, tillid: number, saleid: number) {
  await scope
    .updateTable('till_keys')
    .set({ first_saleid: saleid })
    .where('businessid', '=', currentBusiness)
    .where('tillid', '=', tillid)
    .where('first_saleid', 'is', null)
    .execute()
}

/** Remembers the epoch in which a till has sent all that it keeps. */
export async function setTillEpoch(scope: Scope, tillid: number, epoch: string) {
  await scope
    .updateTable('till_keys')
    .set({ epoch })
    .where('businessid', '=', currentBusiness)
    .where('tillid', '=', tillid)
    .execute()
}

/** Remembers how far the clock of a till is ahead, unless the sale was refused before: then it shows what the clock was. */
export async function setClock(scope: Scope, { tillid, siteid }: EnteredTill, { reference, saledate }: SoldSale) {
  await sql`
    update till_keys set clock_ahead_seconds = extract(epoch from parse_timestamp(${saledate}, timezone) - now())::bigint
      from business b
     where b.id = ${currentBusiness} and till_keys.businessid = b.id and tillid = ${tillid}
       and not exists (select from refused_sales r where r.businessid = b.id and r.siteid = ${siteid} and r.reference = ${reference}
                          and r.field = 'saledate')`.execute(scope)
}

export async function clearClock(scope: Scope, tillid: number) {
  await sql`
    update till_keys set clock_ahead_seconds = null
     where businessid = ${currentBusiness} and tillid = ${tillid}`.execute(scope)
}

export async function listClocksAhead(scope: Scope) {
  const { rows } = await sql<ClockAhead>`
    select tillid, name, siteid, sitename, clock_ahead_seconds as seconds
      from till_keys join site using (businessid, siteid)
     where businessid = ${currentBusiness} and revoked_at is null and clock_ahead_seconds is not null
     order by sitename, name, tillid`.execute(scope)
  return rows
}

const siteExists = (scope: Scope, siteid: number) =>
  scope
    .selectFrom('site')
    .select('siteid')
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
