import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type { DocumentKind } from '../../../contract/search/stock.ts'
import { toStockChange } from '../../../contract/shared/stock-reasons.ts'
import { type DocumentLineInput, DRAFT_KINDS, type DraftInput } from '../../../contract/stock-documents.ts'
import { lockInBusiness } from '../../../db/locks.ts'
import { seesCosts } from '../../../db/right-role.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { waitForStandby } from '../../shared/idempotency.ts'
import { findDocument } from './documents.ts'
import { addEvent, claimEvent, DocumentChanged, lockDocument, type Opened, openDocument } from './locked-document.ts'
import { PRODUCT_GONE, Refused } from './refusal.ts'

/** The next number of a kind. Waits for another document that is being numbered. */
async function takeNumber(scope: Scope, kind: DocumentKind) {
  await lockInBusiness(scope, 'stock document numbers')
  const { rows } = await sql<{ number: number }>`select next_document_number(${kind}) as number`.execute(scope)
  return rows[0]?.number ?? 1
}

type Header = Partial<Pick<DraftInput, 'to_siteid' | 'supplierid' | 'parentid' | 'reference' | 'expected_on' | 'note'>> & {
  kind: DocumentKind
  siteid: number
  state?: 'draft' | 'counting'
  corrects?: number
  count_scope?: string
  count_scope_name?: string
  is_blind?: boolean
  counted_from?: number
}

export async function insertDocument(scope: Scope, { kind, state = 'draft', ...header }: Header): Promise<number> {
  const { documentid } = await scope
    .insertInto('stock_documents')
    .values({ ...header, kind, state, number: await takeNumber(scope, kind) })
    .returning('documentid')
    .executeTakeFirstOrThrow()
  return documentid
}

type Line = Omit<DocumentLineInput, 'rejected' | 'reason' | 'purchaseprice'> &
  Partial<Pick<DocumentLineInput, 'rejected' | 'reason' | 'purchaseprice'>> & {
    missing?: number
    received_productid?: number | null
  }

/**
 * In the order of the list. One statement, however many. A line that is there is replaced. A person who does not see prices writes none: a
 * line keeps its price, and a new one has that of the order, transfer or delivery which it is of.
 */
export async function saveLines(scope: Scope, documentid: number, lines: Line[]) {
  if (lines.length === 0) return
  const rows = lines.map((line, index) => ({ position: index + 1, ...line }))
  const [price, replacePrice] = seesCosts(scope)
    ? [sql`, purchaseprice`, sql`, purchaseprice = excluded.purchaseprice`]
    : [sql``, sql``]
  await sql`
    insert into stock_document_lines
           (documentid, productid, received_productid, position, quantity, rejected, missing, reason${price})
    select ${documentid}, productid, received_productid, position, quantity, coalesce(rejected, 0), coalesce(missing, 0),
           coalesce(reason, '')${price}
      from json_to_recordset(${JSON.stringify(rows)}) as line (
        productid bigint, received_productid bigint, position integer, quantity numeric, rejected numeric, missing numeric, reason text,
        purchaseprice numeric)
    on conflict (businessid, documentid, productid) do update
       set position = excluded.position, quantity = excluded.quantity, rejected = excluded.rejected,
           reason = excluded.reason${replacePrice}`.execute(scope)
}

/** As they are booked: a reason of loss takes away whatever sign was sent. */
export const signLines = <Signed extends { quantity: number; reason: string }>(kind: DocumentKind, lines: Signed[]) =>
  kind === 'adjustment' ? lines.map((line) => ({ ...line, quantity: toStockChange(line) })) : lines

type NewDraft = DraftInput & { finish: boolean; order_version?: number | undefined; request_id?: string | undefined }

/** A retry with the same `request_id` returns the document of the first request. One that finishes the document too is no retry. */
export async function createDraft(scope: Scope, { request_id, ...draft }: NewDraft) {
  const { existing, key } = await claimEvent(scope, request_id, draft)
  if (existing !== undefined) return { documentid: existing, isNew: false }
  const { lines, finish: _, order_version, ...header } = draft
  if (header.parentid !== null) await checkOrder(scope, header.parentid, header.siteid, order_version)
  await checkDraft(scope, draft)
  const documentid = await insertDocument(scope, header)
  await saveLines(scope, documentid, signLines(header.kind, lines))
  await addEvent(scope, documentid, 'created', { key })
  return { documentid, isNew: true }
}

type Update = Omit<DraftInput, 'kind' | 'parentid'> & Opened & { request_id?: string | undefined }

/** A retry with the same `request_id` finds what the first request has saved, unless somebody else changed the draft since. */
export async function updateDraft(scope: Scope, { request_id, ...update }: Update) {
  try {
    return await saveDraft(scope, update)
  } catch (error) {
    const isRetry = error instanceof DocumentChanged && request_id !== undefined && (await isSaved(scope, update))
    if (!isRetry) throw error
    await waitForStandby(scope)
    return { documentid: update.documentid }
  }
}

/** Whether the draft was saved once since it was opened, with these values. */
async function isSaved(scope: Scope, { documentid, opened, lines, ...header }: Omit<Update, 'request_id'>) {
  const now = await findDocument(scope, documentid)
  if (!now || now.version !== opened.version + 1) return false
  const pick = (line: DocumentLineInput) => [
    line.productid,
    line.quantity,
    line.rejected,
    line.reason,
    seesCosts(scope) ? line.purchaseprice : null,
  ]
  return isDeepStrictEqual(
    [header, signLines(now.kind, lines).map(pick)],
    [Object.fromEntries(Object.keys(header).map((name) => [name, now[name as keyof typeof header]])), now.lines.map(pick)],
  )
}

async function saveDraft(scope: Scope, { documentid, opened, lines, ...header }: Omit<Update, 'request_id'>) {
  const { document } = await openDocument(scope, { documentid, opened }, DRAFTS)
  if (document.parentid !== null && header.siteid !== document.siteid)
    throw new Refused('INVALID', 'A delivery of an order is at the site of the order.')
  await checkDraft(scope, { ...header, kind: document.kind, lines })
  await scope
    .updateTable('stock_documents')
    .set(({ ref }) => ({ ...header, saved_at: sql<Date>`now()`, version: sql`${ref('version')} + 1` }))
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .execute()
  await sql`
    delete from stock_document_lines
     where businessid = ${currentBusiness} and documentid = ${documentid}
       and productid <> all(${lines.map(({ productid }) => productid)}::bigint[])`.execute(scope)
  await saveLines(scope, documentid, signLines(document.kind, lines))
  return { documentid }
}

export const DRAFTS = { kinds: DRAFT_KINDS, states: ['draft'] } as const

/** Throws Refused for a document that is no draft, and DocumentChanged for one that somebody else has saved since it was opened. */
export async function removeDraft(scope: Scope, { documentid, opened }: Pick<Opened, 'documentid'> & Partial<Opened>) {
  const { state, version } = await lockDocument(scope, documentid)
  if (state !== 'draft') throw new Refused('WRONG_STATE', 'Only a draft can be deleted.')
  if (opened && opened.version !== version) throw new DocumentChanged()
  await scope
    .deleteFrom('stock_documents')
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .execute()
}

type Draft = Pick<DraftInput, 'siteid' | 'to_siteid' | 'supplierid' | 'lines'> & { kind: DocumentKind }

async function checkDraft(scope: Scope, { kind, siteid, to_siteid, supplierid, lines }: Draft) {
  if (kind === 'transfer' && to_siteid === null) throw new Refused('INVALID', 'Select the site that the goods go to.')
  if (kind === 'transfer' && to_siteid === siteid) throw new Refused('INVALID', 'A transfer goes to another site.')
  if (kind !== 'transfer' && to_siteid !== null) throw new Refused('INVALID', 'Only a transfer goes to another site.')
  if (kind === 'order' && supplierid === null) throw new Refused('INVALID', 'Select a supplier.')
  if (kind !== 'order' && kind !== 'delivery' && supplierid !== null)
    throw new Refused('INVALID', 'Only orders and deliveries have a supplier.')
  if (kind !== 'adjustment' && lines.some(({ quantity }) => quantity < 0))
    throw new Refused('INVALID', 'Quantity cannot be negative.')
  if (kind !== 'delivery' && lines.some(({ rejected }) => rejected > 0))
    throw new Refused('INVALID', 'Only a delivery has rejected units.')
  await checkSite(scope, siteid)
  if (to_siteid !== null) await checkDestination(scope, to_siteid)
  if (supplierid !== null) await checkSupplier(scope, supplierid)
  await checkProducts(
    scope,
    siteid,
    lines.map(({ productid }) => productid),
  )
}

export async function checkSite(scope: Scope, siteid: number) {
  const found = await scope
    .selectFrom('site')
    .select('siteid')
    .where('businessid', '=', currentBusiness)
    .where('siteid', '=', siteid)
    .executeTakeFirst()
  if (!found) throw new Refused('NO_SITE')
}

/** Goods may go to a site that is not the person's. */
async function checkDestination(scope: Scope, siteid: number) {
  const { rows } = await sql`select where find_site_name(${siteid}) is not null`.execute(scope)
  if (rows.length === 0) throw new Refused('NO_SITE')
}

async function checkSupplier(scope: Scope, supplierid: number) {
  const found = await scope
    .selectFrom('suppliers')
    .select('supplierid')
    .where('businessid', '=', currentBusiness)
    .where('supplierid', '=', supplierid)
    .executeTakeFirst()
  if (!found) throw new Refused('INVALID', 'This supplier no longer exists. Select another one.')
}

/** Throws Refused for a product that is not in the list of the site, by its name where it was deleted. */
export async function checkProducts(scope: Scope, siteid: number, productids: number[]) {
  const { rows } = await sql<{ productname: string | null }>`
    select p.productname
      from unnest(${productids}::bigint[]) line (productid)
      left join product p on p.businessid = ${currentBusiness} and p.productid = line.productid and p.siteid = ${siteid}
                         and not p.is_unknown
     where p.productid is null or p.archived_at is not null
     limit 1`.execute(scope)
  const [wrong] = rows
  if (!wrong) return
  throw new Refused(
    'INVALID',
    wrong.productname === null ? PRODUCT_GONE : `${wrong.productname} was deleted. Remove it from the lines.`,
  )
}

/** Locks the order: a transaction locks the parent of a document before it takes a number. */
async function checkOrder(scope: Scope, documentid: number, siteid: number, seenVersion: number | undefined) {
  const order = await lockDocument(scope, documentid).catch((error) => {
    throw error instanceof Refused ? new Refused('INVALID', 'This order no longer exists.') : error
  })
  if (order.kind !== 'order') throw new Refused('INVALID', 'This order no longer exists.')
  if (order.siteid !== siteid) throw new Refused('INVALID', 'A delivery of an order is at the site of the order.')
  requireOpenOrder(order.state)
  if (seenVersion !== undefined && seenVersion !== order.version)
    throw new Refused(
      'WRONG_STATE',
      'Somebody received a part of this order after you opened it. Check the quantities, then try again.',
    )
}

export function requireOpenOrder(state: string) {
  if (state === 'draft') throw new Refused('WRONG_STATE', 'This order was not sent yet.')
  if (state === 'received')
    throw new Refused('WRONG_STATE', 'This order was already received. Write a delivery without an order.')
  if (state === 'closed') throw new Refused('WRONG_STATE', 'This order was closed. Write a delivery without an order.')
}
