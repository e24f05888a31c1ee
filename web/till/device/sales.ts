import { TILL_KEEPS_DAYS } from '../../../contract/shared/constants.ts'
import { type Basket, EMPTY_BASKET, getLineCents, type Line } from '../sale/basket.ts'
import { createSale } from '../sale/create-sale.ts'
import { sum } from '../sale/payments.ts'
import { database, readValue, type Seller, type StoredMovement, type StoredSale, writeValue } from './database.ts'
import { readOpenShift } from './shifts.ts'

/** Another window sells, the shift was closed there, or the device is no till any more. */
export class NotSelling extends Error {}

const pad = (number: number) => String(number).padStart(6, '0')

/** Gives a paid basket the next number and stores it, in one transaction: it is on the disk when this resolves. The open basket is empty then. */
export const completeSale = (basket: Basket, seller: Seller): Promise<StoredSale> =>
  database.transaction('rw', [database.values, database.sales, database.shifts], async () => {
    const pairing = await readValue('pairing')
    const shift = await readOpenShift()
    if (!pairing || !shift) throw new NotSelling()
    const number = ((await readValue('last_number')) ?? 0) + 1
    const reference = `T${pairing.tillid}-${pad(number)}`
    const now = new Date()
    const facts = { reference, saledate: now.toISOString(), employeeid: seller.employeeid }
    const stored: StoredSale = {
      ...{ reference, state: 'waiting', at: now.getTime(), shiftid: shift.shiftid, sale: createSale(basket, facts) },
      ...{ basket, seller },
    }
    await database.sales.add(stored)
    await writeValue('last_number', number)
    await writeValue('basket', EMPTY_BASKET)
    return stored
  })

type Moved = { kind: 'paid_in' | 'paid_out'; amount_cents: number; reason: string; seller: Seller }

export const addMovement = ({ kind, amount_cents, reason, seller }: Moved): Promise<StoredMovement> =>
  database.transaction('rw', [database.values, database.movements, database.shifts], async () => {
    const pairing = await readValue('pairing')
    const shift = await readOpenShift()
    if (!pairing || !shift) throw new NotSelling()
    const number = ((await readValue('last_movement')) ?? 0) + 1
    const reference = `T${pairing.tillid}-M-${pad(number)}`
    const now = new Date()
    const movement = { reference, time: now.toISOString(), kind, amount: amount_cents / 100, reason, who: seller.name }
    const stored: StoredMovement = { reference, state: 'waiting', at: now.getTime(), shiftid: shift.shiftid, movement }
    await database.movements.add(stored)
    await writeValue('last_movement', number)
    return stored
  })

/** The receipt with a number, as it is typed or scanned: 'T3-000042', 't3-42', '42' of this till. */
export async function findSale(typed: string): Promise<StoredSale | undefined> {
  const text = typed.trim().toUpperCase()
  const exact = await database.sales.get(text)
  if (exact) return exact
  const [, tillid, number] = /^(?:T(\d+)-)?0*(\d+)$/.exec(text) ?? []
  const own = (await readValue('pairing'))?.tillid
  return number === undefined ? undefined : database.sales.get(`T${tillid ?? own}-${pad(Number(number))}`)
}

/** What was given back of a receipt already, by product and name: positive quantities. */
export async function sumRefunds(reference: string) {
  const refunds = await database.sales.filter(({ basket }) => basket.refund_of === reference).toArray()
  const given = new Map<string, number>()
  for (const { basket } of refunds)
    for (const line of basket.lines) {
      const key = getGoodsKey(line)
      given.set(key, (given.get(key) ?? 0) - line.quantity)
    }
  return given
}

export const getGoodsKey = ({ productid, name, units }: { productid?: number; name: string; units: number }) =>
  productid === undefined ? `name ${name}` : `${productid} ${units}`

/** Whether no more comes back than is left of the receipt: neither pieces, nor money for them, nor other goods. */
export async function isLeftOfReceipt({ refund_of, lines }: Basket): Promise<boolean> {
  const sold = (await database.sales.get(refund_of))?.basket.lines ?? []
  const given = await sumRefunds(refund_of)
  return [...new Set(lines.map(getGoodsKey))].every((key) => {
    const add = (all: Line[]) => {
      const same = all.filter((line) => getGoodsKey(line) === key)
      return { quantity: sum(same, (line) => line.quantity), cents: sum(same, getLineCents) }
    }
    const [before, back] = [add(sold), add(lines)]
    const pieces = -back.quantity
    // Each line is rounded to the cent, and thousandths of a piece are floats.
    const most = (before.cents * pieces) / before.quantity + lines.length
    return pieces <= before.quantity - (given.get(key) ?? 0) + 1e-6 && -back.cents <= most
  })
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Removes what the server has had for 14 days. What it does not have stays. */
export async function removeOld(now = Date.now()) {
  const last = now - TILL_KEEPS_DAYS * DAY_MS
  const isSent = ({ state }: { state: string }) => state === 'sent'
  await database.sales.where('at').below(last).filter(isSent).delete()
  await database.movements.where('at').below(last).filter(isSent).delete()
}
