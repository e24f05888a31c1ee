import { busyness, isWednesday, listDays, MINUTES_PER_DAY, openingHours, openingMinutes, weekdayOf } from './calendar.ts'
import { CATALOGUE, type Product, priceOn } from './catalogue.ts'
import { onDuty, type Person, SHOPS, type Shop } from './people.ts'
import { type Dice, diceFor, picker } from './random.ts'

/** A slip as the shop's till prints it. Times are local. */
export type Slip = {
  reference: string
  saledate: string
  closetime: string
  payment_method: string
  seller: Person
  finalamount: number
  lines: { product: Product; quantity: number; price: number }[]
}

/** Another word here is another history: all that is random follows from it. */
const SEED = 'karoo pantry'

const REFUNDS = 0.014
const OUT_OF_SEASON = 0.04
const PENSIONERS = 0.12
const PENSIONERS_PAY = 0.95

/** How many lines a slip has, one to eight. */
const LINES = [34, 28, 17, 10, 5, 3, 2, 1]

/** What one shop sold on one day, in order; the same whenever it is asked for, and whatever other days are. */
export function createSlips(shop: Shop, day: string): Slip[] {
  const hours = openingHours(day)
  const team = onDuty(shop.code, day, weekdayOf(day))
  if (!hours || team.length === 0) return []
  const dice = diceFor(`${SEED} ${shop.code} ${day}`)
  const customers = shop.customers * busyness(day) * (0.86 + 0.28 * dice.next())
  const draw = {
    hour: picker(openingMinutes(hours), ({ share }) => share),
    seller: picker(team, ({ sells }) => sells),
    lines: picker([...LINES.keys()], (nth) => LINES[nth] ?? 0),
    payment: picker(Object.entries(shop.paysWith), ([, share]) => share),
    product: productsOf(shop, day),
  }

  const sold = Array.from({ length: Math.floor(customers + dice.next()) }, () => {
    const second = draw.hour(dice).minute * 60 + dice.whole(0, 59 * 60)
    const [payment_method] = draw.payment(dice)
    return slip(day, second, dice, payment_method, draw.seller(dice), basket(dice, draw.lines(dice) + 1, draw.product, day))
  })
  const returned = sold.flatMap((one) => {
    if (!dice.chance(REFUNDS)) return []
    const [back] = one.lines
    const second = secondOf(one.saledate) + dice.whole(30, 240) * 60
    if (!back || second > hours.closes * 60) return []
    return slip(day, second, dice, one.payment_method, one.seller, [{ ...back, quantity: -back.quantity }])
  })
  return [...sold, ...returned]
    .sort((one, other) => (one.saledate < other.saledate ? -1 : 1))
    .map((one, nth) => ({ reference: `${shop.code}1-${day.replaceAll('-', '')}-${String(nth + 1).padStart(4, '0')}`, ...one }))
}

/** What one shop sold, closed after one time and until another. */
export const createShopSlips = (shop: Shop, after: string, upTo: string) =>
  listDays(after.slice(0, 10), upTo.slice(0, 10))
    .flatMap((day) => createSlips(shop, day))
    .filter(({ closetime }) => closetime > after && closetime <= upTo)

/** What all shops sold meanwhile. */
export const slipsBetween = (after: string, upTo: string) => SHOPS.flatMap((shop) => createShopSlips(shop, after, upTo))

const pickers = new Map<string, (dice: Dice) => Product>()

/** One product of the shop, drawn as customers of that month would. */
function productsOf({ code }: Shop, day: string) {
  const month = Number(day.slice(5, 7))
  const key = `${code} ${month}`
  const known = pickers.get(key)
  if (known) return known
  const made = picker(
    CATALOGUE.filter(({ at, shelf }) => at === code && shelf > 0),
    ({ pull, months, category }) => pull * (months && !months.includes(month) ? OUT_OF_SEASON : 1) * summer(category, month),
  )
  pickers.set(key, made)
  return made
}

/** Wood and meat for summer evenings, coffee and tea for winter mornings. */
function summer(category: string, month: number) {
  const isSummer = month >= 10 || month <= 2
  if (category === 'Braai & Outdoor' || category === 'Beverages') return isSummer ? 1.4 : 0.7
  return category === 'Coffee & Tea' && !isSummer ? 1.3 : 1
}

function basket(dice: Dice, size: number, product: (dice: Dice) => Product, day: string) {
  const chosen = new Map<Product, number>()
  for (let line = 0; line < size; line++) {
    const one = product(dice)
    const quantity = dice.chance(0.8) || one.price > 150 ? 1 : dice.whole(2, 3)
    chosen.set(one, (chosen.get(one) ?? 0) + quantity)
  }
  return [...chosen].map(([one, quantity]) => ({ product: one, quantity, price: priceOn(one, day) }))
}

function slip(day: string, second: number, dice: Dice, payment_method: string, seller: Person, lines: Slip['lines']) {
  const total = lines.reduce((cents, { quantity, price }) => cents + quantity * Math.round(price * 100), 0)
  const isPensioner = isWednesday(day) && total > 0 && dice.chance(PENSIONERS)
  const due = isPensioner ? Math.round(total * PENSIONERS_PAY) : total
  // There are no coins below 10 cents, and the change is the customer's: what differs from the lines is on many slips.
  const paid = payment_method === 'cash' ? Math.trunc(due / 10) * 10 : due
  return {
    saledate: clock(day, second),
    closetime: clock(day, second + dice.whole(20, 180)),
    payment_method,
    seller,
    finalamount: paid / 100,
    lines,
  }
}

const secondOf = (time: string) =>
  Number(time.slice(11, 13)) * 3600 + Number(time.slice(14, 16)) * 60 + Number(time.slice(17, 19))

const two = (number: number) => String(number).padStart(2, '0')

function clock(day: string, second: number) {
  const last = Math.min(second, MINUTES_PER_DAY * 60 - 1)
  return `${day}T${two(Math.floor(last / 3600))}:${two(Math.floor(last / 60) % 60)}:${two(last % 60)}`
}
