import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { TillEmployee, TillProduct, TillProducts, TillProductsSearch, TillSetup } from '../../../contract/till-catalogue.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { EnteredTill, Scope } from '../../../db/tenant-scope.ts'
import type { Reading } from '../../shared/sale-readings.ts'
import { listStandardRates } from '../../shared/vat-rates.ts'

// What a till reads of its site. The policies of the database let a till see all products and people of the business: each query here names
// the site.

export async function findSetup(scope: Scope, { tillid, siteid, current_epoch: epoch }: EnteredTill): Promise<TillSetup> {
  const { rows } = await sql<Pick<TillSetup, 'till' | 'business' | 'site' | 'scale_patterns'> & { server_time: Date }>`
    select json_build_object('tillid', tillid, 'name', k.name) as till,
           json_build_object('name', b.name, 'registration_number', registration_number, 'vat_number', vat_number, 'timezone', timezone,
                             'receipt_lines', receipt_lines, 'discount_limit', discount_limit) as business,
           json_build_object('siteid', siteid, 'sitename', sitename, 'location', location) as site,
           scale_patterns, now() as server_time
      from business b join site s on s.businessid = b.id join till_keys k using (businessid, siteid)
     where b.id = ${currentBusiness} and siteid = ${siteid} and tillid = ${tillid}`.execute(scope)
  const [found] = rows
  if (!found) throw new Error('a till has entered a site that does not exist')
  return {
    ...found,
    standard_vat_rates: await listStandardRates(scope),
    employees: await listEmployees(scope, siteid),
    server_time: found.server_time.toISOString(),
    epoch,
  }
}

/** Not those who left, and not the employee for sales that name nobody. */
async function listEmployees(scope: Scope, siteid: number) {
  const { rows } = await sql<TillEmployee>`
    select employeeid, firstname, lastname, position, employee_code, pin
      from employee
     where businessid = ${currentBusiness} and isenabled and former_number is null
       and (siteid = ${siteid} or position in ('Owner', 'Manager'))
       and not exists (select from site s where s.businessid = ${currentBusiness} and s.till_employeeid = employeeid)
     order by firstname collate "und-x-icu", lastname collate "und-x-icu", employeeid`.execute(scope)
  return rows
}

/** The name of the picture of a product that the site sells; undefined where there is none. */
export async function findTillPicture(scope: Scope, siteid: number, productid: number) {
  const { rows } = await sql<{ picture: string | null }>`
    select picture from product
     where businessid = ${currentBusiness} and siteid = ${siteid} and productid = ${productid} and archived_at is null`.execute(
    scope,
  )
  return rows[0]?.picture ?? undefined
}

/**
 * Where a till is. All changes of transactions with a lower id than `since` were read; 0 begins with all products. `bound` is the `since` of the
 * next round, 0 before a round has begun. `after` is the last product of the round so far.
 */
export type Place = { origin: string; since: bigint; bound: bigint; after: number }

export const formatCursor = ({ origin, since, bound, after }: Place, { id, readings }: Reading) =>
  [origin, id, readings, since, bound, after].join('-')

function parseCursor(text: string): Place & { reading: Reading } {
  const [origin = '', id = '', readings, since = '', bound = '', after] = text.split('-')
  return { origin, reading: { id, readings: Number(readings) }, since: BigInt(since), bound: BigInt(bound), after: Number(after) }
}

/** Where a cursor counts: in one database until it is restored, at one site. */
const describeOrigin = ({ current_epoch, businessid, siteid }: EnteredTill) =>
  createHash('sha256')
    .update(JSON.stringify([current_epoch, businessid, siteid]))
    .digest('hex')
    .slice(0, 16)

type TillProductsPage = Omit<TillProducts, 'cursor'> & { place: Place; isUnchanged: boolean }

/**
 * A page of the round of the cursor, or the first one of a round with all products. No change is missed: a round reads what transactions did that
 * were not over when the round before began, by the ids of transactions and no clock, and so some changes again. `isUnchanged` is set where the
 * cursor stays as it is.
 */
export async function readTillProducts(
  scope: Scope,
  till: EnteredTill,
  { cursor: text, limit }: TillProductsSearch,
): Promise<TillProductsPage> {
  const cursor = text === undefined ? undefined : parseCursor(text)
  const { oldest, newest, is_known } = await readSnapshot(scope, cursor?.reading)
  const origin = describeOrigin(till)
  const isUsable = cursor && is_known && cursor.origin === origin && cursor.since <= newest && cursor.bound <= newest
  const { since, bound, after } = isUsable ? cursor : { since: 0n, bound: 0n, after: 0 }
  const is_full = since === 0n
  const rows = is_full
    ? await findAllProducts(scope, till, { after, limit: limit + 1 })
    : await findChangedProducts(scope, till, { since, after, limit: limit + 1 })
  const page = rows.slice(0, limit)
  const has_more = rows.length > limit
  const next = bound === 0n ? oldest : bound
  const place = has_more ? { since, bound: next, after: page.at(-1)?.productid ?? 0 } : { since: next, bound: 0n, after: 0 }
  return {
    products: page.flatMap(({ product }) => product ?? []),
    gone: page.flatMap(({ productid, product }) => (product ? [] : productid)),
    has_more,
    is_full,
    place: { origin, ...place },
    isUnchanged: isUsable === true && !is_full && bound === 0n && rows.length === 0,
  }
}

/** All transactions with a lower id than `oldest` are over, and none with an id from `newest` on has begun. */
async function readSnapshot(scope: Scope, reading: Reading | undefined) {
  const isKnown = reading ? sql`has_sale_reading(${reading.id}, ${reading.readings})` : sql`false`
  const { rows } = await sql<{ oldest: string; newest: string; is_known: boolean }>`
    select pg_snapshot_xmin(snapshot) as oldest, pg_snapshot_xmax(snapshot) as newest, ${isKnown} as is_known
      from pg_current_snapshot() as snapshot`.execute(scope)
  const [row] = rows
  if (!row) throw new Error('a statement that returns one row has returned none')
  return { oldest: BigInt(row.oldest), newest: BigInt(row.newest), is_known: row.is_known }
}

type Range = { after: number; limit: number }
/** `product` is null where the site does not sell it any more. */
type Row = { productid: number; product: TillProduct | null }

const PRODUCT = sql`
  json_build_object('productid', p.productid, 'productname', productname, 'barcode', barcode, 'further_barcodes', further_barcodes,
                    'category', category, 'price', price, 'vat_code', vat_code, 'picture', picture)`

const run = async (scope: Scope, query: RawBuilder<Row>) => (await query.execute(scope)).rows

const findAllProducts = (scope: Scope, { siteid }: EnteredTill, { after, limit }: Range) =>
  run(
    scope,
    sql`
      select productid, ${PRODUCT} as product from product p
       where businessid = ${currentBusiness} and siteid = ${siteid} and archived_at is null and productid > ${after}
       order by productid limit ${limit}`,
  )

/** After a restore, rows may have ids of transactions that are to come: those changes are in the round with all products. */
const findChangedProducts = (scope: Scope, { siteid }: EnteredTill, { since, after, limit }: Range & { since: bigint }) =>
  run(
    scope,
    sql`
      with changed as materialized (
        select productid from catalogue_changes
         where businessid = ${currentBusiness} and siteid = ${siteid} and changed_in >= ${String(since)}::xid8
           and changed_in < pg_snapshot_xmax(pg_current_snapshot())
      )
      select c.productid, case when p.productid is not null then ${PRODUCT} end as product
        from changed c
        left join product p on p.businessid = ${currentBusiness} and p.productid = c.productid and siteid = ${siteid} and archived_at is null
       where c.productid > ${after}
       order by c.productid limit ${limit}`,
  )
