import { listDays } from '../../server/shared/buckets.ts'
import { findStaffOnDuty, type Person, SHOPS, type Shop } from './business.ts'
import { calculateDemand, getOpeningHours, getWeekday, isWednesday, listOpenHours } from './calendar.ts'
import { CATALOGUE, getPrice, type Product } from './catalogue.ts'
import { createRandom, createWeightedPicker, type Random } from './random.ts'
import {
  type Charge,
  createCharges,
  createPayments,
  createTips,
  type Extra,
  findGiftCard,
  listUsedCards,
  type Payment,
  payByCard,
} from './sale-parts.ts'

/** Times are local. */
export type DemoSale = {
  reference: string
  saledate: string
  closetime: string
  payment_method: string
  seller: Person
  finalamount: number
  lines: Line[]
  charges: Charge[]
  /** Empty for one payment of all. */
  payments: Payment[]
  extras: Extra[]
  /** The reference of the sale that a refund gives back. */
  refund_of?: string
}
type Line = { product: Product; quantity: number; price: number; discount?: number; discount_reason?: string }

const REFUND_PROBABILITY = 0.014
const OUT_OF_SEASON_FACTOR = 0.04
const PENSIONER_PROBABILITY = 0.12
const PENSIONER_PRICE_FACTOR = 0.95

/** The weights of one to eight lines. */
const LINE_COUNT_WEIGHTS = [34, 28, 17, 10, 5, 3, 2, 1]

/** The sales of one shop on one day, in order. They are the same in every run and independent of other days. */
export function createDaySales(shop: Shop, day: string): DemoSale[] {
  const hours = getOpeningHours(day)
  const team = findStaffOnDuty(shop.code, day, getWeekday(day))
  if (!hours || team.length === 0) return []
  const random = createRandom(`karoo pantry ${shop.code} ${day}`)
  const damages = createRandom(`damages ${shop.code} ${day}`)
  const customers = shop.customers * calculateDemand(day) * (0.86 + 0.28 * random.next())
  const pick = {
    hour: createWeightedPicker(listOpenHours(hours), ({ share }) => share),
    seller: createWeightedPicker(team, ({ salesShare }) => salesShare),
    lines: createWeightedPicker([...LINE_COUNT_WEIGHTS.keys()], (index) => LINE_COUNT_WEIGHTS[index] ?? 0),
    payment: createWeightedPicker(Object.entries(shop.paysWith), ([, share]) => share),
    product: getProductPicker(shop, day),
  }

  const sold = Array.from({ length: Math.floor(customers + random.next()) }, () => {
    const second = pick.hour(random).minute * 60 + random.integer(0, 59 * 60)
    const [payment_method] = pick.payment(random)
    const seller = pick.seller(random)
    const lines = discountDamaged(damages, createLines(random, pick.lines(random) + 1, pick.product, day))
    return createSale(random, { day, second, payment_method, seller, lines })
  })
  addParts(shop, day, sold)
  const refunded = new Map<Sale, Sale>()
  const refunds = sold.flatMap((sale) => {
    const { saledate, payment_method, seller, lines } = sale
    const [line] = lines

    if (!random.chance(REFUND_PROBABILITY)) return []
    const second = (Date.parse(`${saledate}Z`) - Date.parse(day)) / 1000 + random.integer(30, 240) * 60
    if (!line || second > hours.closes * 60) return []
    const { discount = 0, ...rest } = line
    const returned = { ...rest, quantity: -line.quantity, ...(discount > 0 && { discount: -discount }) }
    const refund = createSale(random, { day, second, payment_method, seller, lines: [returned] })
    refunded.set(refund, sale)
    return refund
  })
  const inOrder = [...sold, ...refunds].sort((a, b) => (a.saledate < b.saledate ? -1 : 1))
  const references = new Map<object, string>(
    inOrder.map((sale, index) => [sale, `${shop.code}1-${day.replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`]),
  )
  return inOrder.map((sale) => {
    const refund_of = references.get(refunded.get(sale) ?? {})
    return { reference: references.get(sale) ?? '', ...sale, ...(refund_of && { refund_of }) }
  })
}

/** What is beside the goods, and how it is paid. From numbers of its own, so that the goods of a day stay what they were. */
function addParts(shop: Shop, day: string, sales: Sale[]) {
  const random = createRandom(`parts ${shop.code} ${day}`)
  const cards = listUsedCards(shop, day)
  const sold = findGiftCard(shop, day)
  for (const [index, sale] of sales.entries()) {
    sale.charges = createCharges(random, shop, sale.finalamount)
    for (const { price } of sale.charges) sale.finalamount = toRand(sale.finalamount + price)
    sale.extras = createTips(random, sale.payment_method, sale.finalamount)
    if (sold && index === 0) sale.extras.push({ kind: 'gift_card', amount: sold.value, number: sold.number })
    const due = toRand(sale.extras.reduce((sum, { amount }) => sum + amount, sale.finalamount))
    const payments = createPayments(random, sale.payment_method, due)
    const card = sale.extras.length === 0 ? cards.shift() : undefined
    sale.payments = card ? payByCard(card, sale.payment_method, due) : payments
  }
}

const toRand = (amount: number) => Math.round(amount * 100) / 100

/** The sales of one shop that were closed after one time and up to another. */
export const createShopSales = (shop: Shop, after: string, upTo: string) =>
  listDays({ from: after.slice(0, 10), to: upTo.slice(0, 10) })
    .flatMap((day) => createDaySales(shop, day))
    .filter(({ closetime }) => closetime > after && closetime <= upTo)

/** The sales of all shops that were closed after one time and up to another. */
export const createSales = (after: string, upTo: string) => SHOPS.flatMap((shop) => createShopSales(shop, after, upTo))

const pickers = new Map<string, (random: Random) => Product>()

/** Picks products of the shop as customers buy them in that month. */
function getProductPicker({ code }: Shop, day: string) {
  const month = Number(day.slice(5, 7))
  const key = `${code} ${month}`
  const picker =
    pickers.get(key) ??
    createWeightedPicker(
      CATALOGUE.filter(({ siteCode, fullStock }) => siteCode === code && fullStock > 0),
      ({ popularity, months, category }) =>
        popularity * (months && !months.includes(month) ? OUT_OF_SEASON_FACTOR : 1) * getSeasonFactor(category, month),
    )
  pickers.set(key, picker)
  return picker
}

/** Wood and meat for summer evenings, coffee and tea for winter mornings. */
function getSeasonFactor(category: string, month: number) {
  const isSummer = month >= 10 || month <= 2
  if (category === 'Braai & Outdoor' || category === 'Beverages') return isSummer ? 1.4 : 0.7
  return category === 'Coffee & Tea' && !isSummer ? 1.3 : 1
}

function createLines(random: Random, count: number, pickProduct: (random: Random) => Product, day: string): Line[] {
  const quantities = new Map<Product, number>()
  for (let line = 0; line < count; line++) {
    const product = pickProduct(random)
    const quantity = random.chance(0.8) || product.price > 150 ? 1 : random.integer(2, 3)
    quantities.set(product, (quantities.get(product) ?? 0) + quantity)
  }
  return [...quantities].map(([product, quantity]) => ({ product, quantity, price: getPrice(product, day) }))
}

const DAMAGED_PROBABILITY = 0.01
const DAMAGED_PER_CENT = 20

/** A dented tin costs less. */
function discountDamaged(random: Random, lines: Line[]): Line[] {
  return lines.map((line) => {
    const amount = Math.round(line.quantity * line.price * DAMAGED_PER_CENT)
    return random.chance(DAMAGED_PROBABILITY) && amount > 0
      ? { ...line, discount: amount / 100, discount_reason: 'Damaged' }
      : line
  })
}

type Sold = Pick<DemoSale, 'payment_method' | 'seller' | 'lines'> & { day: string; second: number }
type Sale = Omit<DemoSale, 'reference' | 'refund_of'>

function createSale(random: Random, { day, second, ...sale }: Sold): Sale {
  const total = sale.lines.reduce(
    (cents, { quantity, price, discount = 0 }) => cents + quantity * Math.round(price * 100) - Math.round(discount * 100),
    0,
  )
  const isPensioner = isWednesday(day) && total > 0 && random.chance(PENSIONER_PROBABILITY)
  const due = isPensioner ? Math.round(total * PENSIONER_PRICE_FACTOR) : total
  // There are no coins below 10 cents, so cash amounts are rounded down and may differ from the sum of the lines.
  const paid = sale.payment_method === 'cash' ? Math.trunc(due / 10) * 10 : due
  const formatTime = (seconds: number) => new Date(Date.parse(day) + seconds * 1000).toISOString().slice(0, 19)
  return {
    ...sale,
    saledate: formatTime(second),
    closetime: formatTime(second + random.integer(20, 180)),
    finalamount: paid / 100,
    ...{ charges: [], payments: [], extras: [] },
  }
}
