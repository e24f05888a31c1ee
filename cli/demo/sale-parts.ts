import type { ExtraKind } from '../../contract/shared/sale-parts.ts'
import { addDays } from '../../server/shared/buckets.ts'
import type { Shop } from './business.ts'
import { createRandom, type Random } from './random.ts'

// What customers do besides paying for goods in one way. Amounts are in rand.

export type Payment = { method: string; amount: number; tendered?: number; number?: string }
export type Extra = { kind: ExtraKind; amount: number; number?: string }
export type Charge = { productname: string; price: number }

const CARD_PROBABILITY = 0.22
const CARD_VALUES = [200, 250, 500]
const USED_WITHIN_DAYS = 21
const USED_PROBABILITY = 0.8

/** The gift card that a shop sells on a day, with the day on which it pays; undefined on most days. */
export function findGiftCard({ code }: Pick<Shop, 'code'>, day: string) {
  const random = createRandom(`gift card ${code} ${day}`)
  if (!random.chance(CARD_PROBABILITY)) return undefined
  const value = CARD_VALUES[random.integer(0, CARD_VALUES.length - 1)] ?? 0
  const usedOn = random.chance(USED_PROBABILITY) ? addDays(day, random.integer(2, USED_WITHIN_DAYS)) : undefined
  return { number: `KP-${code}-${day.replaceAll('-', '').slice(2)}`, value, usedOn }
}

/** The gift cards that pay at a shop on a day. */
export const listUsedCards = (shop: Pick<Shop, 'code'>, day: string) =>
  Array.from({ length: USED_WITHIN_DAYS }, (_, index) => findGiftCard(shop, addDays(day, -index - 1))).flatMap((card) =>
    card?.usedOn === day ? card : [],
  )

/** Half a trolley of firewood is brought to the car, or the whole order to the house. */
const DELIVERY = { shop: 'CPT', productname: 'Delivery', price: 60, from: 450, probability: 0.12 }

export function createCharges(random: Random, { code }: Pick<Shop, 'code'>, total: number): Charge[] {
  const { shop, productname, price, from, probability } = DELIVERY
  return code === shop && total >= from && random.chance(probability) ? [{ productname, price }] : []
}

const TIPPED_WITH = 'card'
const TIP_PROBABILITY = 0.04

export const createTips = (random: Random, payment_method: string, total: number): Extra[] =>
  payment_method === TIPPED_WITH && total >= 80 && random.chance(TIP_PROBABILITY)
    ? [{ kind: 'tip', amount: 5 * random.integer(1, 4) }]
    : []

const SPLIT_PROBABILITY = 0.02
const NOTES = [50, 100, 200]

/** Some pay a part with the notes that they have, and some hand over a note and get change. */
export function createPayments(random: Random, payment_method: string, due: number): Payment[] {
  const note = NOTES[random.integer(0, NOTES.length - 1)] ?? 0
  const isSplit = random.chance(SPLIT_PROBABILITY)
  if (!isSplit || due <= note) return []
  if (payment_method === 'cash') return [{ method: 'cash', amount: due, tendered: Math.ceil(due / note) * note }]
  return [
    { method: 'cash', amount: note, tendered: note },
    { method: payment_method, amount: subtract(due, note) },
  ]
}

/** What is due, paid by a gift card as far as it goes, and in the way of the sale for the rest. */
export function payByCard({ number, value }: { number: string; value: number }, payment_method: string, due: number): Payment[] {
  const amount = Math.min(value, due)
  const rest = subtract(due, amount)
  return [{ method: 'gift card', amount, number }, ...(rest > 0 ? [{ method: payment_method, amount: rest }] : [])]
}

const subtract = (amount: number, part: number) => Math.round((amount - part) * 100) / 100
