import { sql } from 'kysely'
import type { DocumentKind } from '../../../contract/search/stock.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { RECEIVED } from '../../shared/stock-documents.ts'
import { checkProducts, DRAFTS, requireOpenOrder, signLines } from './drafts.ts'
import { addEvent, claimEvent, type LockedDocument, type Opened, openDocument, saveState } from './locked-document.ts'
import { lockProducts, moveStock } from './move-stock.ts'
import { Refused } from './refusal.ts'

export type Change = Opened & { request_id?: string | undefined }
type Line = {
  productid: number
  quantity: number
  rejected: number
  reason: string
  productname: string
}

/** Sends an order or a transfer, receives a delivery, books an adjustment. */
export async function finishDocument(scope: Scope, { request_id, ...change }: Change) {
  const { documentid } = change
  const { existing, key } = await claimEvent(scope, request_id, { ...change, action: 'finish' })
  if (existing !== undefined) return { documentid: existing }
  const { document, parent } = await openDocument(scope, change, DRAFTS)
  const lines = await takeLines(scope, document)
  if (lines.length === 0) throw new Refused('INVALID', 'Enter the quantity of at least one product.')
  const productids = lines.map(({ productid }) => productid)
  await lockProducts(scope, productids)
  await checkProducts(scope, document.siteid, productids)
  if (document.kind === 'adjustment') await checkReasons(scope, lines)
  if (parent) await checkParent(scope, document, parent)
  const finish = FINISH[document.kind as keyof typeof FINISH]
  await finish.work(scope, document, lines)
  await saveState(scope, documentid, finish.state)
  await addEvent(scope, documentid, finish.event, { key })
  if (parent) await saveOrderState(scope, parent, 'received')
  return { documentid }
}

const FINISH = {
  order: { state: 'sent', event: 'sent', work: async () => undefined },
  delivery: {
    state: 'received',
    event: 'received',
    async work(scope: Scope, { documentid, siteid }: LockedDocument, lines: Line[]) {
      await sql`select apply_delivery_prices(${documentid})`.execute(scope)
      await moveStock(scope, { documentid, siteid, reason: 'delivery', moves: lines })
    },
  },
  transfer: {
    state: 'sent',
    event: 'sent',
    async work(scope: Scope, { documentid, siteid }: LockedDocument, lines: Line[]) {
      await keepCosts(scope, documentid)
      const moves = lines.map(({ productid, quantity }) => ({ productid, quantity: -quantity }))
      await moveStock(scope, { documentid, siteid, reason: 'transfer', moves })
    },
  },
  adjustment: {
    state: 'booked',
    event: 'booked',
    async work(scope: Scope, { documentid, siteid }: LockedDocument, lines: Line[]) {
      await keepCosts(scope, documentid)
      await moveStock(scope, { documentid, siteid, reason: 'adjustment', moves: lines })
    },
  },
} as const satisfies Partial<Record<DocumentKind, object>>

/**
 * The lines of a document with a quantity. Those without one are deleted: nothing came of them, or nobody typed it. A product that was moved
 * to a site that is not the person's has no name.
 */
async function takeLines(scope: Scope, { documentid, kind }: LockedDocument) {
  await scope
    .deleteFrom('stock_document_lines')
    .where('businessid', '=', currentBusiness)
    .where('documentid', '=', documentid)
    .where('quantity', '=', 0)
    .where('rejected', '=', 0)
    .execute()
  const { rows } = await sql<Line>`
    select productid, quantity, rejected, reason, coalesce(productname, '') as productname
      from stock_document_lines l left join product using (businessid, productid)
     where businessid = ${currentBusiness} and documentid = ${documentid}
     order by productid`.execute(scope)
  const signed = signLines(kind, rows)
  // A draft of an earlier version has signs as they were typed.
  for (const [index, { productid, quantity }] of signed.entries())
    if (quantity !== rows[index]?.quantity)
      await sql`
        update stock_document_lines set quantity = ${quantity}
         where businessid = ${currentBusiness} and documentid = ${documentid} and productid = ${productid}`.execute(scope)
  return signed
}

/** What the units cost that are lost or in transit: as known now. */
export const keepCosts = (scope: Scope, documentid: number) => sql`select keep_line_costs(${documentid})`.execute(scope)

async function checkReasons(scope: Scope, lines: Line[]) {
  const { stock_reasons } = await scope
    .selectFrom('business')
    .select('stock_reasons')
    .where('id', '=', currentBusiness)
    .executeTakeFirstOrThrow()
  for (const { reason, productname } of lines)
    if (!stock_reasons.includes(reason)) throw new Refused('INVALID', `Select a reason for ${productname}.`)
}

/** Throws Refused when the order is finished, or when a part of it came since the draft was saved. */
async function checkParent(scope: Scope, { saved_at, documentid }: LockedDocument, parent: LockedDocument) {
  requireOpenOrder(parent.state)
  const { rows } = await sql`
    select from stock_documents d join stock_document_events e using (businessid, documentid)
     where d.businessid = ${currentBusiness} and d.parentid = ${parent.documentid} and d.documentid <> ${documentid}
       and e.event = 'received' and e.happened_at > ${saved_at}
     limit 1`.execute(scope)
  if (rows.length > 0)
    throw new Refused(
      'WRONG_STATE',
      'Somebody received a part of this order after this delivery was written. Check the quantities and save it, then receive it.',
    )
}

/** What is left of an order decides its state, unless it was closed. */
export async function saveOrderState(scope: Scope, order: LockedDocument, event: 'received' | 'corrected') {
  if (order.state !== 'closed') {
    const { rows } = await sql<{ has_all: boolean; has_some: boolean }>`
      select bool_and(received >= quantity) as has_all, bool_or(received > 0) as has_some
        from (
          select l.quantity, ${RECEIVED} as received
            from stock_documents d join stock_document_lines l using (businessid, documentid)
           where d.businessid = ${currentBusiness} and d.documentid = ${order.documentid}
        ) lines`.execute(scope)
    const { has_all = false, has_some = false } = rows[0] ?? {}
    await saveState(scope, order.documentid, has_all ? 'received' : has_some ? 'part_received' : 'sent')
  }
  await addEvent(scope, order.documentid, event)
}

/** Outstanding products of an order will not come. */
export async function closeOrder(scope: Scope, { request_id, note, ...change }: Change & { note: string }) {
  const { documentid } = change
  const { existing, key } = await claimEvent(scope, request_id, { ...change, note, action: 'close' })
  if (existing !== undefined) return { documentid: existing }
  await openDocument(scope, change, { kinds: ['order'], states: ['sent', 'part_received'] })
  await saveState(scope, documentid, 'closed')
  await addEvent(scope, documentid, 'closed', { key, note })
  return { documentid }
}
