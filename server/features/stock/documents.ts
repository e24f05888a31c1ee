import { type RawBuilder, sql } from 'kysely'
import { DOCUMENT_KINDS, type DocumentsSearch } from '../../../contract/search/stock.ts'
import {
  DOCUMENTS_PER_PAGE,
  type DocumentLine,
  type DocumentRow,
  type StockDocument,
  type Waiting,
} from '../../../contract/stock-documents.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { containsText, joinConditions, joinPerson, personName, readPage } from '../../shared/list-query.ts'
import { LOST, RECEIVED, SENT_PRODUCT, siteName } from '../../shared/stock-documents.ts'

const OPEN_STATES = sql`('draft', 'sent', 'part_received', 'counting')`
const STATES = { open: OPEN_STATES, draft: sql`('draft')`, waiting: sql`('sent', 'part_received', 'counting')` }

const selectDocuments = (condition: RawBuilder<unknown>) => sql`
  select d.documentid, d.kind, d.number, d.state, d.siteid, ${siteName('site', sql`d.siteid`)} as sitename, d.to_siteid,
         ${siteName('to_site', sql`d.to_siteid`)} as to_sitename,
         d.supplierid, suppliers.name as supplier, d.reference, d.note, d.expected_on, d.created_at, d.is_blind, d.count_scope, d.count_scope_name, d.version,
         d.parentid, d.corrects as correctsid, d.corrects is not null as is_correction, coalesce(suppliers.email, '') as supplier_email,
         coalesce(suppliers.account_number, '') as supplier_account, ${personName} as created_by, sums.*
    from stock_documents d
    left join site using (businessid, siteid)
    left join site to_site on to_site.businessid = d.businessid and to_site.siteid = d.to_siteid
    left join suppliers on suppliers.businessid = d.businessid and suppliers.supplierid = d.supplierid
    ${joinPerson('d')}
   cross join lateral (
     select count(*) as lines, coalesce(sum(l.quantity), 0) as units, coalesce(sum(round(l.quantity * l.purchaseprice, 2)), 0) as cost,
            count(*) filter (where l.purchaseprice is null and l.quantity <> 0) as unknown_costs,
            coalesce(sum(greatest(l.quantity - ${RECEIVED}, 0)) filter (where d.state in ('sent', 'part_received')), 0) as outstanding
       from stock_document_lines l
      where l.businessid = ${currentBusiness} and l.documentid = d.documentid
   ) sums
   where d.businessid = ${currentBusiness} and ${condition}`

type Found = DocumentRow &
  Pick<StockDocument, 'is_blind' | 'count_scope' | 'count_scope_name' | 'version' | 'supplier_email' | 'supplier_account'> & {
    parentid: number | null
    correctsid: number | null
  }

async function findDocuments(scope: Scope, condition: RawBuilder<unknown>): Promise<Found[]> {
  const { rows } = await sql<Found>`${selectDocuments(condition)}`.execute(scope)
  return rows
}

const toRow = ({
  is_blind,
  count_scope,
  count_scope_name,
  version,
  parentid,
  correctsid,
  supplier_email,
  supplier_account,
  ...row
}: Found): DocumentRow => row

/** '12' and 'Order 12'. */
const NAME = new RegExp(`^(?:(${DOCUMENT_KINDS.join('|')})\\s+)?(\\d{1,9})$`, 'i')

const matches = ({ kind, status, siteid, supplierid, q }: DocumentsSearch) => {
  const [, named, number] = NAME.exec(q) ?? []
  return joinConditions([
    sql`true`,
    kind && sql`d.kind = ${kind}`,
    status && sql`d.state in ${STATES[status]}`,
    siteid !== undefined && sql`(d.siteid = ${siteid} or d.to_siteid = ${siteid})`,
    supplierid !== undefined && sql`d.supplierid = ${supplierid}`,
    q !== '' &&
      sql`(${
        number === undefined
          ? sql`false`
          : joinConditions([sql`d.number = ${Number(number)}`, named !== undefined && sql`d.kind = ${named.toLowerCase()}`])
      } or ${containsText(sql`d.reference`, q)}
           or ${containsText(sql`d.note`, q)} or exists (
             select from suppliers where suppliers.businessid = ${currentBusiness} and suppliers.supplierid = d.supplierid
                and ${containsText(sql`suppliers.name`, q)}))`,
  ])
}

const ORDERS = { documentid: sql`d.documentid`, expected_on: sql`d.expected_on` }

export const listDocuments = (scope: Scope, search: DocumentsSearch) =>
  readPage(
    search.page,
    DOCUMENTS_PER_PAGE,
    async () => {
      const { rows } = await sql<{ results: number }>`
        select count(*) as results from stock_documents d where d.businessid = ${currentBusiness} and ${matches(search)}`.execute(
        scope,
      )
      return rows[0] ?? { results: 0 }
    },
    async ({ limit, offset }) => {
      // The sums of the lines are computed for the page alone.
      const page = sql`d.documentid in (
        select d.documentid from stock_documents d where d.businessid = ${currentBusiness} and ${matches(search)}
         order by ${ORDERS[search.sort]} ${sql.raw(search.dir)} nulls last, d.documentid ${sql.raw(search.dir)}
         limit ${limit} offset ${offset})
        order by ${ORDERS[search.sort]} ${sql.raw(search.dir)} nulls last, d.documentid ${sql.raw(search.dir)}`
      return (await findDocuments(scope, page)).map(toRow)
    },
  )

/** By name. */
export async function listDestinations(scope: Scope) {
  const { rows } = await sql<{ siteid: number; sitename: string }>`select siteid, sitename from list_destinations()`.execute(
    scope,
  )
  return rows
}

const MAX_WAITING = 100

/** What is expected first stands first, then the oldest. */
export async function listWaiting(scope: Scope): Promise<Waiting> {
  const rows = await findDocuments(
    scope,
    sql`d.state in ${OPEN_STATES} order by d.expected_on nulls last, d.documentid limit ${MAX_WAITING}`,
  )
  const { rows: counted } = await sql<Waiting['counts']>`
    select count(*) filter (where state = 'draft') as drafts,
           count(*) filter (where kind = 'order' and state <> 'draft') as orders,
           count(*) filter (where kind = 'transfer' and state <> 'draft') as transfers,
           count(*) filter (where kind = 'count') as counts
      from stock_documents d where d.businessid = ${currentBusiness} and d.state in ${OPEN_STATES}`.execute(scope)
  const [counts] = counted
  if (!counts) throw new Error('a count without groups is one row')
  return { rows: rows.map(toRow), counts }
}

/** The lines of a count are paged, see counts.ts: here they are empty. */
export async function findDocument(scope: Scope, documentid: number): Promise<StockDocument | undefined> {
  const [found] = await findDocuments(scope, sql`d.documentid = ${documentid}`)
  if (!found) return undefined
  const { parentid, correctsid, ...document } = found
  const children = await findDocuments(
    scope,
    sql`(d.parentid = ${documentid} or d.corrects = ${documentid}) order by d.documentid`,
  )
  return {
    ...document,
    line_count: document.lines,
    lines: document.kind === 'count' ? [] : await listLines(scope, documentid),
    events: await listEvents(scope, documentid),
    parent: await findReference(scope, parentid),
    corrects: await findReference(scope, correctsid),
    children: children.map(toRow),
  }
}

async function findReference(scope: Scope, documentid: number | null) {
  if (documentid === null) return null
  const reference = await scope
    .selectFrom('stock_documents')
    .select(['documentid', 'kind', 'number'])
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .executeTakeFirst()
  return (reference as StockDocument['parent'] | undefined) ?? null
}

/** In the order in which they were written. */
export async function listLines(scope: Scope, documentid: number): Promise<DocumentLine[]> {
  const { rows } = await sql<DocumentLine>`
    select l.productid, coalesce(p.productname, sent.productname) as productname, coalesce(p.barcode, sent.barcode) as barcode,
           coalesce(p.further_barcodes, find_sent_barcodes(l.productid), '[]') || case when to_product.productid <> l.productid then to_product.further_barcodes else '[]' end
             as further_barcodes,
           coalesce(sent.is_archived, p.archived_at is not null) as is_archived, l.quantity, l.purchaseprice, l.rejected,
           l.missing, l.reason, moved.stock, to_product.stock as to_stock,
           case when d.kind in ('order', 'transfer') then ${RECEIVED} else 0 end as received,
           case d.kind when 'transfer' then ${LOST} else '[]' end as lost, l.counted, l.expected,
           l.quantity + (select coalesce(sum(c.quantity), 0)
                           from stock_documents correction join stock_document_lines c using (businessid, documentid)
                          where correction.businessid = ${currentBusiness} and correction.corrects = d.documentid
                            and c.productid = l.productid) as corrected
      from stock_documents d
      join stock_document_lines l using (businessid, documentid)
      ${SENT_PRODUCT}
      left join product moved on moved.businessid = l.businessid and moved.productid = coalesce(l.received_productid, l.productid)
      left join product to_product
        on to_product.businessid = l.businessid and to_product.productid = find_same_item(l.productid, d.to_siteid)
     where d.businessid = ${currentBusiness} and d.documentid = ${documentid}
     order by l.position, l.productid`.execute(scope)
  return rows
}

async function listEvents(scope: Scope, documentid: number): Promise<StockDocument['events']> {
  const { rows } = await sql<StockDocument['events'][number]>`
    select event, happened_at, ${personName} as "user", note
      from stock_document_events e ${joinPerson('e')}
     where e.businessid = ${currentBusiness} and documentid = ${documentid}
     order by eventid`.execute(scope)
  return rows
}
