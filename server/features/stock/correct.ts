import type { Scope } from '../../../db/tenant-scope.ts'
import { listLines } from './documents.ts'
import { insertDocument, saveLines } from './drafts.ts'
import { type Change, saveOrderState } from './finish.ts'
import { addEvent, claimEvent, openDocument, saveState } from './locked-document.ts'
import { moveStock } from './move-stock.ts'
import { Refused } from './refusal.ts'

type Correction = Change & { lines: { productid: number; quantity: number }[]; note: string }

/** Corrects what was received: the differences to the right quantities are a delivery of their own. */
export async function correctDelivery(scope: Scope, { request_id, ...correction }: Correction) {
  const { documentid, note } = correction
  const { existing, key } = await claimEvent(scope, request_id, { ...correction, action: 'correct' })
  if (existing !== undefined) return { documentid: existing }
  const { document, parent } = await openDocument(scope, correction, { kinds: ['delivery'], states: ['received'] })
  if (document.corrects !== null) throw new Refused('INVALID', 'Correct the delivery itself, not its correction.')
  const delivered = new Map((await listLines(scope, documentid)).map((line) => [line.productid, line]))
  const differences = correction.lines.flatMap(({ productid, quantity }) => {
    const line = delivered.get(productid)
    if (!line) throw new Refused('INVALID', 'A product of these lines is not in this delivery. Write another delivery for it.')
    const difference = Math.round((quantity - line.corrected) * 1000) / 1000
    return difference === 0 ? [] : [{ productid, quantity: difference, purchaseprice: line.purchaseprice }]
  })
  if (differences.length === 0) throw new Refused('INVALID', 'These are the quantities that were received.')

  const { siteid, supplierid, parentid, reference } = document
  const corrected = await insertDocument(scope, {
    kind: 'delivery',
    siteid,
    supplierid,
    parentid,
    reference,
    note,
    corrects: documentid,
  })
  await saveLines(scope, corrected, differences)
  await moveStock(scope, { documentid: corrected, siteid, reason: 'delivery', moves: differences })
  await saveState(scope, corrected, 'received')
  await addEvent(scope, corrected, 'received', { note })
  // The version shows another window that the delivery was corrected.
  await saveState(scope, documentid, 'received')
  await addEvent(scope, documentid, 'corrected', { key, note })
  if (parent) await saveOrderState(scope, parent, 'corrected')
  return { documentid }
}
