import { sql } from 'kysely'
import type { z } from 'zod'
import { addUnits } from '../../../contract/shared/decimal.ts'
import type { ReceivedLine } from '../../../contract/stock-documents.ts'
import { lockInBusiness } from '../../../db/locks.ts'
import { currentBusiness } from '../../../db/sql.ts'
import type { Scope } from '../../../db/tenant-scope.ts'
import { RECEIVED, SENT_PRODUCT } from '../../shared/stock-documents.ts'
import { checkSite, insertDocument, saveLines } from './drafts.ts'
import type { Change } from './finish.ts'
import { addEvent, claimEvent, type LockedDocument, openDocument, saveState } from './locked-document.ts'
import { moveStock } from './move-stock.ts'
import { Refused } from './refusal.ts'

type Receipt = Change & { siteid: number; lines: z.output<typeof ReceivedLine>[]; note: string }

/** Receives a transfer or a part of it, at the site that it goes to, or at its own when the goods came back. */
export async function receiveTransfer(scope: Scope, { request_id, ...receipt }: Receipt) {
  const { documentid, siteid, note } = receipt
  const { existing, key } = await claimEvent(scope, request_id, { ...receipt, action: 'receive' })
  if (existing !== undefined) return { documentid: existing }
  const { document } = await openDocument(scope, receipt, { kinds: ['transfer'], states: ['sent', 'part_received'] })
  if (siteid !== document.siteid && siteid !== document.to_siteid)
    throw new Refused('INVALID', 'The goods are at the site that they go to or came from.')
  await checkSite(scope, siteid).catch((error) => {
    throw error instanceof Refused ? new Refused('INVALID', 'You receive goods at your own sites only.') : error
  })
  const lines = receipt.lines.filter((line) => line.quantity + sumMissing(line) > 0)
  if (lines.length === 0) throw new Refused('INVALID', 'Enter the quantity of at least one product.')
  const sent = await listSent(scope, documentid)
  for (const line of lines) checkLine(line, sent.get(line.productid))

  const receivedProducts = await findOrAddProducts(
    scope,
    { documentid, siteid },
    lines.filter(({ quantity }) => quantity > 0).map(({ productid }) => productid),
  )
  for (const receiptLines of splitByReason(lines)) {
    const rows = receiptLines.map((line) => ({
      ...line,
      purchaseprice: sent.get(line.productid)?.purchaseprice ?? null,
      received_productid: line.quantity > 0 ? (receivedProducts.get(line.productid) ?? null) : null,
    }))
    const receiptid = await insertDocument(scope, { kind: 'receipt', siteid, parentid: documentid, note })
    await saveLines(scope, receiptid, rows)
    const moves = rows.flatMap(({ received_productid, quantity }) =>
      received_productid === null ? [] : [{ productid: received_productid, quantity }],
    )
    await moveStock(scope, { documentid: receiptid, siteid, reason: 'transfer', moves: addUp(moves) })
    await saveState(scope, receiptid, 'received')
    await addEvent(scope, receiptid, 'received', { note })
  }
  await saveTransferState(scope, document)
  await addEvent(scope, documentid, 'received', { key, note })
  return { documentid }
}

type Line = Receipt['lines'][number]

const sumMissing = ({ missing, also_missing }: Line) => addUnits([missing, ...also_missing.map((more) => more.missing)])

/**
 * The lines of each receipt: a line of a receipt has one reason, as reports, files and earlier servers read it. The first has what arrived,
 * each further one another reason.
 */
function splitByReason(lines: Line[]) {
  const receipts: Omit<Line, 'also_missing'>[][] = []
  for (const { productid, quantity, missing, reason, also_missing } of lines) {
    const byReason = new Map<string, number>()
    for (const loss of [{ missing, reason }, ...also_missing].filter((loss) => loss.missing > 0))
      byReason.set(loss.reason, addUnits([byReason.get(loss.reason) ?? 0, loss.missing]))
    const [[firstReason, firstMissing] = ['', 0], ...others] = byReason
    const all = [
      { productid, quantity, missing: firstMissing, reason: firstReason },
      ...others.map(([reason, missing]) => ({ productid, quantity: 0, missing, reason })),
    ]
    for (const [index, line] of all.entries()) {
      const receipt = receipts[index]
      if (receipt) receipt.push(line)
      else receipts.push([line])
    }
  }
  return receipts
}

type Sent = { productname: string; outstanding: number; purchaseprice: number | null }

async function listSent(scope: Scope, documentid: number) {
  const { rows } = await sql<Sent & { productid: number }>`
    select l.productid, coalesce(p.productname, sent.productname) as productname, l.purchaseprice, l.quantity - ${RECEIVED} as outstanding
      from stock_documents d join stock_document_lines l using (businessid, documentid) ${SENT_PRODUCT}
     where d.businessid = ${currentBusiness} and d.documentid = ${documentid}`.execute(scope)
  return new Map(rows.map(({ productid, ...sent }) => [productid, sent]))
}

function checkLine(line: Line, sent: Sent | undefined) {
  if (!sent) throw new Refused('INVALID', 'A product of these lines is not in this transfer.')
  if (addUnits([line.quantity, sumMissing(line)]) > sent.outstanding)
    throw new Refused(
      'INVALID',
      `Only ${sent.outstanding} of ${sent.productname} are in transit. Add what is over by an adjustment.`,
    )
  if ([line, ...line.also_missing].some(({ missing, reason }) => missing > 0 && !reason))
    throw new Refused('INVALID', `Say why ${sent.productname} is missing.`)
}

/** Two products of a transfer may be the same one at the other site. */
function addUp(moves: { productid: number; quantity: number }[]) {
  const sums = Map.groupBy(moves, ({ productid }) => productid)
  return [...sums].map(([productid, all]) => ({ productid, quantity: all.reduce((sum, { quantity }) => sum + quantity, 0) }))
}

/** The product at `siteid` that each of `productids` is: the one that is there, or one that is added as the same item, without stock. */
async function findOrAddProducts(
  scope: Scope,
  { documentid, siteid }: { documentid: number; siteid: number },
  productids: number[],
): Promise<Map<number, number>> {
  const find = async () => {
    const { rows } = await sql<{ productid: number; found: number | null }>`
      select productid, find_same_item(productid, ${siteid}) as found from unnest(${productids}::bigint[]) sent (productid)`.execute(
      scope,
    )
    return new Map(rows.map(({ productid, found }) => [productid, found]))
  }
  const first = await find()
  if (![...first.values()].includes(null)) return first as Map<number, number>
  // Of two receipts at once, the second finds what the first added.
  await lockInBusiness(scope, 'items')
  await sql`select add_received_products(${documentid}, ${siteid}, ${productids}::bigint[])`.execute(scope)
  return (await find()) as Map<number, number>
}

/** Nothing left in transit: received, or cancelled when all of it came back. */
async function saveTransferState(scope: Scope, { documentid, to_siteid }: LockedDocument) {
  const { rows } = await sql<{ is_complete: boolean; has_arrived: boolean }>`
    select bool_and(l.quantity <= ${RECEIVED}) as is_complete,
           exists (select from stock_documents receipt join stock_document_lines r using (businessid, documentid)
                    where receipt.businessid = ${currentBusiness} and receipt.parentid = ${documentid}
                      and (receipt.siteid = ${to_siteid} or r.missing > 0)) as has_arrived
      from stock_documents d join stock_document_lines l using (businessid, documentid)
     where d.businessid = ${currentBusiness} and d.documentid = ${documentid}`.execute(scope)
  const { is_complete = false, has_arrived = false } = rows[0] ?? {}
  await saveState(scope, documentid, !is_complete ? 'part_received' : has_arrived ? 'received' : 'cancelled')
}
