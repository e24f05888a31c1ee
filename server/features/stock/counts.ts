import { type RawBuilder, sql } from 'kysely'
import type { CountSearch } from '../../../contract/search/stock.ts'
import { QUANTITY_MAX } from '../../../contract/shared/constants.ts'
import { roundDecimal } from '../../../contract/shared/decimal.ts'
import {
  COUNT_LINES_PER_PAGE,
  type CountEntry,
  type CountInput,
  type CountLine,
  type CountSummary,
  type EntryResult,
  type SheetLine,
} from '../../../contract/stock-counts.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { containsText, joinConditions, joinPerson, matchesBarcode, personName, readPage } from '../../shared/list-query.ts'
import { findIdentities, findScaleBarcodes, listIdentities } from '../../shared/scale-barcodes.ts'
import { checkSite, insertDocument } from './drafts.ts'
import { type Change, keepCosts } from './finish.ts'
import { addEvent, claimEvent, openDocument, saveState } from './locked-document.ts'
import { lockProducts, moveStock } from './move-stock.ts'
import { Refused } from './refusal.ts'

/** Somebody counted more than the person who approves has seen. */
export class CountedMore extends Error {}

/** More was sold since than was counted: the products that a count would bring below zero, the first by name with the stock that they would have. */
export class BelowZero extends Error {
  readonly found: { products: { productname: string; stock: number }[]; results: number }
  constructor(found: BelowZero['found']) {
    super('the stock of a product would be below zero')
    this.found = found
  }
}

const BELOW_ZERO_SHOWN = 10

/** The products of the scope are the lines of the count. A retry with the same `request_id` returns the count of the first request. */
export async function beginCount(scope: Scope, { request_id, ...count }: CountInput) {
  const { existing, key } = await claimEvent(scope, request_id, count)
  if (existing !== undefined) return { documentid: existing }
  const { siteid, is_blind, note } = count
  await checkSite(scope, siteid)
  const { rows } = await sql<{ newest: number }>`
    select coalesce(max(movementid), 0) as newest from stock_movements where businessid = ${currentBusiness}`.execute(scope)
  const documentid = await insertDocument(scope, {
    ...{ kind: 'count', state: 'counting', siteid, is_blind, note },
    count_scope: count.scope.of,
    count_scope_name: 'name' in count.scope ? count.scope.name : '',
    counted_from: rows[0]?.newest ?? 0,
  })
  if (count.scope.of !== 'chosen') {
    const { numAffectedRows } = await sql`
      insert into stock_document_lines (documentid, productid, position, quantity)
      select ${documentid}, productid, row_number() over (order by productname, productid), 0
        from product
       where ${joinConditions([
         sql`businessid = ${currentBusiness} and siteid = ${siteid} and archived_at is null`,
         count.scope.of === 'category' && sql`category = ${count.scope.name}`,
         count.scope.of === 'supplier' && sql`supplier = ${count.scope.name}`,
       ])}`.execute(scope)
    if (!numAffectedRows) throw new Refused('INVALID', 'There is no product to count.')
  }
  await addEvent(scope, documentid, 'created', { key })
  return { documentid }
}

const KNOWN_COST = sql`case when p.purchaseprice > 0 or p.is_free then p.purchaseprice end`

/**
 * How much the stock of each counted product changed after its first and after its last entry: sales by when they were sold, however late
 * they arrived, and approved counts by when the product was counted. Nothing that happened after the count began has a smaller number. One
 * pass over the movements since then: a look at the movements of each product takes ten times as long. Nothing for a finished count.
 */
const selectMoved = (documentid: number) => sql`
  select productid, sum(change) filter (where happened_at > first_at) as since_first,
         sum(change) filter (where happened_at > last_at) as since_last
    from (
      select m.productid, m.stock_after - m.stock_before as change, entered.first_at, entered.last_at,
             least(m.moved_at, coalesce(sold.saledate, other.counted_at)) as happened_at
        from stock_movements m
        join entered using (productid)
        left join sales sold on sold.businessid = m.businessid and sold.saleid = m.saleid
        left join stock_document_lines other
          on m.reason = 'count' and other.businessid = m.businessid and other.documentid = m.documentid
         and other.productid = m.productid
       where m.businessid = ${currentBusiness}
         and m.movementid > (select counted_from from stock_documents
                              where businessid = ${currentBusiness} and documentid = ${documentid} and state = 'counting')
    ) movement
   group by productid`

/** What was counted of a product. All of it taken back is not counted; an entry of 0 says that there is none. */
const COUNTED = sql`case when sum(quantity) <> 0 or count(*) filter (where quantity = 0) > 0 then sum(quantity) end`

/** Every line of a count with what was counted and how it differs: as approved, or as it is now. */
const selectLines = (documentid: number) => sql`
  with entered as (
    select productid, count(*) as entries, ${COUNTED} as counted, min(counted_at) as first_at, max(counted_at) as last_at
      from count_entries where businessid = ${currentBusiness} and documentid = ${documentid} group by productid
  ), moved as (${selectMoved(documentid)})
  select l.productid, p.productname, p.barcode, p.barcode_identity, p.category, p.archived_at is not null as is_archived, l.is_outside, l.position,
         coalesce(entered.entries, 0)::integer as entries, coalesce(l.counted, entered.counted) as counted,
         coalesce(l.counted_at, case when entered.counted is not null then entered.last_at end) as counted_at, found.expected,
         coalesce(l.counted, entered.counted) - found.expected as difference,
         round((coalesce(l.counted, entered.counted) - found.expected)
               * (case when d.state = 'approved' then l.purchaseprice else ${KNOWN_COST} end), 2) as cost,
         coalesce(moved.since_first, 0) - coalesce(moved.since_last, 0) as moved_while_counted,
         coalesce(moved.since_last, 0) as moved_since
    from stock_documents d
    join stock_document_lines l using (businessid, documentid)
    join product p on p.businessid = l.businessid and p.productid = l.productid
    left join entered on entered.productid = l.productid
    left join moved on moved.productid = l.productid
   cross join lateral (
     select case when d.state <> 'counting' then l.expected
                 when entered.counted is not null then p.stock - coalesce(moved.since_last, 0) end as expected
   ) found
   where d.businessid = ${currentBusiness} and d.documentid = ${documentid} and d.kind = 'count'`

const SHOWN = {
  all: sql`true`,
  uncounted: sql`counted is null`,
  counted: sql`counted is not null`,
  different: sql`difference <> 0`,
}

type Found = CountLine & { difference: number | null }

async function requireCount(scope: Scope, documentid: number) {
  const count = await scope
    .selectFrom('stock_documents')
    .select(['is_blind', 'state'])
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .where('kind', '=', 'count')
    .executeTakeFirst()
  if (!count) throw new Refused('NOT_FOUND')
  return count
}

/** A page of the lines, and sums over all of them. */
export async function listCountLines(scope: Scope, { documentid, ...search }: CountSearch & { documentid: number }) {
  const { is_blind, state } = await requireCount(scope, documentid)
  const isHidden = is_blind && state === 'counting' && !search.review
  const identities = await findIdentities(scope, search.q)
  const condition = joinConditions([
    isHidden && search.show === 'different' ? sql`counted is not null` : SHOWN[search.show],
    search.q !== '' &&
      sql`(${containsText(sql`productname`, search.q)} or ${matchesBarcode(identities)} or ${containsText(sql`category`, search.q)})`,
  ])
  const sort = isHidden && (search.sort === 'difference' || search.sort === 'cost') ? 'productname' : search.sort
  const lines = sql`(${selectLines(documentid)}) line`
  const { results, ...summary } = await readSummary(scope, documentid, lines, condition)
  const page = await readPage(
    search.page,
    COUNT_LINES_PER_PAGE,
    async () => ({ results }),
    async ({ limit, offset }) => {
      const { rows } = await sql<Found & { position: number }>`
        select * from ${lines} where ${condition}
         order by ${sql.ref(sort)} ${sql.raw(search.dir)} nulls last, position, productid limit ${limit} offset ${offset}`.execute(
        scope,
      )
      return rows.map(({ position: _, ...line }) =>
        isHidden ? { ...line, expected: null, difference: null, cost: null, moved_while_counted: 0, moved_since: 0 } : line,
      )
    },
  )
  return { ...page, summary: isHidden ? { ...summary, differences: null } : summary }
}

type Sums = Omit<CountSummary, 'people'> & { results: number }

/** The sums of all lines, and how many fulfil the condition: in one statement, because each reads all movements since the count began. */
async function readSummary(
  scope: Scope,
  documentid: number,
  lines: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<CountSummary & { results: number }> {
  const { rows } = await sql<Sums>`
    select count(*) filter (where ${condition}) as results, count(*) filter (where not is_outside) as lines,
           count(counted) filter (where not is_outside) as counted, count(counted) filter (where is_outside) as outside,
           coalesce(sum(entries), 0)::integer as entries,
           json_build_object(
             'lines', count(*) filter (where difference <> 0),
             'over', coalesce(sum(difference) filter (where difference > 0), 0),
             'short', coalesce(sum(difference) filter (where difference < 0), 0),
             'over_cost', coalesce(sum(cost) filter (where difference > 0), 0),
             'short_cost', coalesce(sum(cost) filter (where difference < 0), 0),
             'unknown_costs', count(*) filter (where difference <> 0 and cost is null),
             'uncertain', count(*) filter (where moved_while_counted <> 0)) as differences
      from ${lines}`.execute(scope)
  const { rows: people } = await sql<CountSummary['people'][number]>`
    select max(${personName}) as "user", count(*)::integer as entries, max(counted_at) as last_at
      from count_entries e ${joinPerson('e')}
     where e.businessid = ${currentBusiness} and documentid = ${documentid}
     group by e.user_id order by max(counted_at) desc`.execute(scope)
  const [sums] = rows
  if (!sums) throw new Error('a sum without groups is one row')
  return { ...sums, people }
}

const ENTRIES_SHOWN = 50

export async function listEntries(
  scope: Scope,
  { documentid, productid }: { documentid: number; productid?: number | undefined },
) {
  await requireCount(scope, documentid)
  const { rows } = await sql<{
    entryid: number
    productid: number
    productname: string
    quantity: number
    counted_at: Date
    user: string | null
  }>`
    select entryid, productid, productname, quantity, counted_at, ${personName} as "user"
      from count_entries e join product using (businessid, productid) ${joinPerson('e')}
     where e.businessid = ${currentBusiness} and documentid = ${documentid}
       ${productid === undefined ? sql`` : sql`and productid = ${productid}`}
     order by entryid desc limit ${ENTRIES_SHOWN}`.execute(scope)
  return rows
}

/** The lines without their differences. A product that was deleted is not on the shelf. */
export async function listSheet(scope: Scope, { documentid }: { documentid: number }): Promise<SheetLine[]> {
  const { is_blind, state } = await requireCount(scope, documentid)
  const { rows } = await sql<SheetLine>`
    select productid, p.productname, p.barcode, p.further_barcodes, p.category, entered.counted,
           ${is_blind && state === 'counting' ? sql`null::numeric` : sql`p.stock`} as stock
      from stock_document_lines l
      join product p using (businessid, productid)
      left join (
        select productid, ${COUNTED} as counted from count_entries
         where businessid = ${currentBusiness} and documentid = ${documentid} group by productid
      ) entered using (productid)
     where l.businessid = ${currentBusiness} and l.documentid = ${documentid} and p.archived_at is null
     order by p.productname, productid`.execute(scope)
  return rows
}

/** Stores entries that are new, and says what became of each. */
export async function enterCounted(
  scope: Scope,
  { documentid, entries }: { documentid: number; entries: CountEntry[] },
): Promise<EntryResult[]> {
  const { siteid } = await shareCount(scope, documentid)
  const scales = await findScaleBarcodes(
    scope,
    entries.flatMap(({ barcode = [] }) => barcode),
  )
  const given = JSON.stringify(
    entries.map((entry, place) => {
      const scale = scales.get(entry.barcode ?? '')
      return { ...entry, place, identities: listIdentities(entry.barcode ?? '', scale), weight: scale?.weight ?? null }
    }),
  )
  const { rows: found } = await sql<{
    place: number
    productid: number | null
    productname: string | null
    barcode: string | null
    units: number | null
  }>`
    select entry.place, p.productid, p.productname, coalesce(p.barcode, entry.barcode, '') as barcode, units
      from json_to_recordset(${given}) as entry (place integer, productid bigint, barcode text, identities text[], weight numeric)
      left join lateral (
        select productid, productname, barcode, case when array_position(identities, identity) > 1 then coalesce(weight, 1) else units end as units
          from (
            select productid, productname, p.barcode, 1 as units, p.barcode <> entry.barcode as is_written_otherwise, p.barcode_identity as identity
              from product p
             where p.businessid = ${currentBusiness} and p.siteid = ${siteid} and p.archived_at is null
               and case when entry.productid is null then p.barcode_identity <> '' and p.barcode_identity = any(entry.identities)
                        else p.productid = entry.productid end
            union all
            select productid, productname, p.barcode, b.units, true, b.barcode_identity
              from product_barcodes b join product p using (businessid, productid)
             where b.businessid = ${currentBusiness} and b.siteid = ${siteid} and b.is_live and b.barcode_identity = any(entry.identities)
               and entry.productid is null
          ) same
         order by array_position(identities, identity), is_written_otherwise, productid limit 1
      ) p on true
     order by entry.place`.execute(scope)
  const known = found.flatMap(({ place, productid, units }) => {
    const entry = entries[place]
    if (productid === null || !entry) return []
    return [
      { ...entry, productid, place, quantity: entry.in_pieces ? entry.quantity : roundDecimal(entry.quantity * (units ?? 1), 3) },
    ]
  })
  const tooLarge = known.find(({ quantity }) => Math.abs(quantity) > QUANTITY_MAX)
  if (tooLarge) throw new Refused('INVALID', 'Quantity is too large.')
  const quantities = new Map(known.map(({ place, quantity }) => [place, quantity]))
  await insertEntries(scope, documentid, known)
  const sums = await sumEntries(
    scope,
    documentid,
    known.map(({ productid }) => productid),
  )
  return found.map(({ place, productid, productname, barcode }) => ({
    request_id: entries[place]?.request_id ?? '',
    status: productid === null ? 'unknown' : 'counted',
    productid,
    productname: productname ?? '',
    barcode: barcode ?? '',
    quantity: quantities.get(place) ?? entries[place]?.quantity ?? 0,
    counted: productid === null ? 0 : (sums.get(productid) ?? 0),
  }))
}

/** Of a count that is under way. Several people enter at the same time; an approval waits for them and they for it. */
async function shareCount(scope: Scope, documentid: number) {
  const { rows } = await sql<{ siteid: number; state: string }>`
    select siteid, state from stock_documents
     where businessid = ${currentBusiness} and documentid = ${documentid} and kind = 'count' for share`.execute(scope)
  const [count] = rows
  if (!count) throw new Refused('NOT_FOUND')
  if (count.state !== 'counting')
    throw new Refused(
      'WRONG_STATE',
      count.state === 'approved' ? 'This count was already approved.' : 'This count was cancelled.',
    )
  return count
}

async function insertEntries(scope: Scope, documentid: number, entries: (CountEntry & { productid: number })[]) {
  if (entries.length === 0) return
  // In one order, so that two phones that scan the same two products do not deadlock.
  const productids = [...new Set(entries.map(({ productid }) => productid))].sort((first, second) => first - second)
  await sql`
    insert into stock_document_lines (documentid, productid, is_outside, position, quantity)
    select ${documentid}, productid,
           case d.count_scope when 'category' then p.category <> d.count_scope_name
                              when 'supplier' then p.supplier <> d.count_scope_name else false end, 1 + coalesce((
             select max(position) from stock_document_lines where businessid = ${currentBusiness} and documentid = ${documentid}), 0), 0
      from unnest(${productids}::bigint[]) added (productid)
      join product p using (productid)
      join stock_documents d on d.businessid = ${currentBusiness} and d.documentid = ${documentid}
     where p.businessid = ${currentBusiness}
     order by productid
    on conflict (businessid, documentid, productid) do nothing`.execute(scope)
  // A time before the count began or after now is that of a wrong clock.
  await sql`
    insert into count_entries (documentid, productid, quantity, counted_at, request_id)
    select ${documentid}, productid, quantity, least(greatest(coalesce(entry.counted_at, now()), d.created_at), now()), request_id
      from json_to_recordset(${JSON.stringify(entries)}) as entry (
             productid bigint, quantity numeric, counted_at timestamptz, request_id uuid)
      join stock_documents d on d.businessid = ${currentBusiness} and d.documentid = ${documentid}
     order by request_id
    on conflict (businessid, request_id) do nothing`.execute(scope)
}

async function sumEntries(scope: Scope, documentid: number, productids: number[]) {
  const { rows } = await sql<{ productid: number; counted: number }>`
    select productid, sum(quantity) as counted from count_entries
     where businessid = ${currentBusiness} and documentid = ${documentid} and productid = any(${productids}::bigint[])
     group by productid`.execute(scope)
  return new Map(rows.map(({ productid, counted }) => [productid, counted]))
}

const COUNTING = { kinds: ['count'], states: ['counting'] } as const

type Approval = Change & { entries: number; uncounted: 'keep' | 'zero'; accepts_below_zero: boolean }

/** The differences of a count change the stock. Throws CountedMore when it has other entries than the person who approves has seen, and BelowZero. */
export async function approveCount(scope: Scope, { request_id, ...approval }: Approval) {
  const { documentid, uncounted } = approval
  const { existing, key } = await claimEvent(scope, request_id, { ...approval, action: 'approve' })
  if (existing !== undefined) return { documentid: existing }
  const { siteid } = (await openDocument(scope, approval, COUNTING)).document
  const { rows } = await sql<{ entries: number; lines: number }>`
    select count(*) as entries, count(distinct productid) as lines from count_entries
     where businessid = ${currentBusiness} and documentid = ${documentid}`.execute(scope)
  if (rows[0]?.entries !== approval.entries) throw new CountedMore()
  if (rows[0].lines === 0 && uncounted === 'keep') throw new Refused('INVALID', 'Nobody counted anything yet.')
  const { rows: products } = await sql<{ productid: number }>`
    select productid from stock_document_lines where businessid = ${currentBusiness} and documentid = ${documentid}`.execute(
    scope,
  )
  await lockProducts(
    scope,
    products.map(({ productid }) => productid),
  )
  // A product that was deleted, or moved to another site, keeps its stock.
  const { rows: moves } = await sql<{ productid: number; quantity: number }>`
    update stock_document_lines l
       set counted = line.counted, expected = line.expected, counted_at = line.counted_at, quantity = line.counted - line.expected
      from (
        select productid, coalesce(counted, 0) as counted, coalesce(counted_at, now()) as counted_at,
               case when counted is null then (
                      select stock from product where product.businessid = ${currentBusiness} and product.productid = line.productid)
                    else expected end as expected
          from (${selectLines(documentid)}) line
         where not is_archived and productid in (select productid from product where businessid = ${currentBusiness} and siteid = ${siteid})
               and (counted is not null ${uncounted === 'keep' ? sql`` : sql`or not is_outside`})
      ) line
     where l.businessid = ${currentBusiness} and l.documentid = ${documentid} and l.productid = line.productid
    returning l.productid, l.quantity`.execute(scope)
  if (!approval.accepts_below_zero) await refuseBelowZero(scope, moves)
  await keepCosts(scope, documentid)
  await moveStock(scope, { documentid, siteid, reason: 'count', moves })
  await saveState(scope, documentid, 'approved')
  await addEvent(scope, documentid, 'approved', { key })
  return { documentid }
}

async function refuseBelowZero(scope: Scope, moves: { productid: number; quantity: number }[]) {
  const productids = moves.map(({ productid }) => productid)
  const { rows } = await sql<{ productname: string; stock: number; results: number }>`
    select productname, stock + quantity as stock, count(*) over () as results from product
      join unnest(${productids}::bigint[], ${moves.map(({ quantity }) => quantity)}::numeric[]) moved (productid, quantity)
           using (productid)
     where businessid = ${currentBusiness} and stock + quantity < 0
     order by productname, productid limit ${sql.lit(BELOW_ZERO_SHOWN)}`.execute(scope)
  const [first] = rows
  if (!first) return
  const products = rows.map(({ productname, stock }) => ({ productname, stock }))
  throw new BelowZero({ products, results: first.results })
}

export async function cancelCount(scope: Scope, { request_id, note, ...change }: Change & { note: string }) {
  const { documentid } = change
  const { existing, key } = await claimEvent(scope, request_id, { ...change, note, action: 'cancel' })
  if (existing !== undefined) return { documentid: existing }
  await openDocument(scope, change, COUNTING)
  await saveState(scope, documentid, 'cancelled')
  await addEvent(scope, documentid, 'cancelled', { key, note })
  return { documentid }
}
