import { listDays } from '../../server/shared/buckets.ts'
import { findStaffOnDuty, type Person, SHOPS, type Shop } from './business.ts'
import { calculateDemand, getOpeningHours, getWeekday, isWednesday, listOpenHours } from './calendar.ts'
import { CATALOGUE, getPrice, type Product } from './catalogue.ts'
import { createRandom, createWeightedPicker, type Random } from './random.ts'

/** Times are local. */
export type DemoSale = {
  reference: string
  saledate: string
  closetime: string
  payment_method: string
  seller: Person
  finalamount: number
  lines: Line[]
}
type Line = { product: Product; quantity: number; price: number }

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
    const lines = createLines(random, pick.lines(random) + 1, pick.product, day)
    return createSale(random, { day, second, payment_method, seller, lines })
  })
  const refunds = sold.flatMap(({ saledate, payment_method, seller, lines: [line] }) => {
    if (!random.chance(REFUND_PROBABILITY)) return []
    const second = (Date.parse(`${saledate}Z`) - Date.parse(day)) / 1000 + random.integer(30, 240) * 60
    if (!line || second > hours.closes * 60) return []
    return createSale(random, { day, second, payment_method, seller, lines: [{ ...line, quantity: -line.quantity }] })
  })
  return [...sold, ...refunds]
    .sort((a, b) => (a.saledate < b.saledate ? -1 : 1))
    .map((sale, index) => ({
      reference: `${shop.code}1-${day.replaceAll('-', '')}-${String(index + 1).padStart(4, '0')}`,
      ...sale,
    }))
}

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

type Sold = Pick<DemoSale, 'payment_method' | 'seller' | 'lines'> & { day: string; second: number }

function createSale(random: Random, { day, second, ...sale }: Sold) {
  const total = sale.lines.reduce((cents, { quantity, price }) => cents + quantity * Math.round(price * 100), 0)
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
  }
}
