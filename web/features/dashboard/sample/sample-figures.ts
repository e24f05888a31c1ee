import type { Figures } from '../../../../contract/dashboard.ts'
import { addDays } from '../../../lib/format/dates.ts'

// A shop that does not exist: the same figures for everybody, which add up. Nothing is random, and nothing is read.

/** Whole weeks, so that the days of the earlier ones are the same weekdays. */
const DAYS = 28
/** Sales of a usual Sunday, Monday and so on. */
const ORDERS = [38, 52, 54, 57, 61, 84, 96]

const SITES = { 'Long Street': 50, 'Market Square': 31, 'Station Road': 19 }
const PAYMENTS = { card: 58, cash: 23, snapscan: 13, eft: 6 }
const EMPLOYEES = { 'Thembi Khumalo': 27, 'Riaan Visser': 24, 'Fatima Salie': 21, 'Lungile Zulu': 17, 'Megan Petersen': 11 }
/** Price in cents, and units sold of a hundred sales. */
const PRODUCTS = {
  'Rooibos tea, 80 bags': [5499, 31],
  'Beef biltong, 250 g': [12_999, 12],
  'Peach chutney, 470 g': [4650, 26],
  'Buttermilk rusks, 1 kg': [8999, 11],
  'Ground coffee, 250 g': [9950, 9],
} as const
const LOW_STOCK = [
  { productname: 'Beef biltong, 250 g', sitename: 'Station Road', supplier: 'Karoo Meat', stock: 0 },
  { productname: 'Ground coffee, 250 g', sitename: 'Long Street', supplier: 'Cape Roasters', stock: 14 },
  { productname: 'Peach chutney, 470 g', sitename: 'Market Square', supplier: 'Overberg Foods', stock: 38 },
]

/** Shares of a whole number by weight, which add up to it. */
function share(total: number, weights: Record<string, number>) {
  const entries = Object.entries(weights)
  const sum = entries.reduce((all, [, weight]) => all + weight, 0)
  let left = total
  return entries.map(([name, weight], index) => {
    const part = index === entries.length - 1 ? left : Math.round((total * weight) / sum)
    left -= part
    return { name, part }
  })
}

/** The sums of the days until `to`, oldest first. Business grows by a few sales a day in a month. */
function createRange(to: string, growth: number) {
  const days = Array.from({ length: DAYS }, (_, index) => {
    const day = addDays(to, index - DAYS + 1)
    const usual = ORDERS[new Date(`${day}T12:00:00Z`).getUTCDay()] ?? 0
    const orders = usual + ((index * 7) % 11) - 5 + growth
    return { day, orders, cents: orders * (20_150 + ((index * 13) % 9) * 290) }
  })
  const orders = days.reduce((sum, day) => sum + day.orders, 0)
  const cents = days.reduce((sum, day) => sum + day.cents, 0)
  const daily = days.map(({ cents, ...day }) => ({ ...day, revenue: cents / 100 }))
  const range = { from: addDays(to, 1 - DAYS), to }
  return { ...range, orders, cents, revenue: cents / 100, average: Math.round(cents / orders) / 100, daily }
}

/** VAT of 15 %, and the cost of everything known. */
function createCosts(revenue: number) {
  const vat = Math.round((revenue * 1500) / 115) / 100
  const costed_net = Math.round((revenue - vat) * 100) / 100
  return { vat, costed_net, cost: Math.round(costed_net * 68) / 100 }
}

/** The dashboard of a sample business for four weeks until a calendar date. */
export function createSampleFigures(to: string): Figures {
  const { cents, ...now } = createRange(to, 4)
  const { cents: _, ...earlier } = createRange(addDays(to, -DAYS), 0)
  const amounts = share(cents, PAYMENTS)
  return {
    ...now,
    as_at: new Date(`${to}T12:00:00Z`),
    ...createCosts(now.revenue),
    without_employee: 0,
    compared: { ...earlier, until: null },
    payments: share(now.orders, PAYMENTS).map(({ name, part }, index) => ({
      payment_method: name,
      orders: part,
      revenue: (amounts[index]?.part ?? 0) / 100,
    })),
    split_sales: 0,
    extras: 0,
    top_sites: share(cents, SITES).map(({ name, part }, index) => ({ siteid: index + 1, sitename: name, revenue: part / 100 })),
    top_products: Object.entries(PRODUCTS)
      .map(([productname, [price, units]], index) => {
        const sold = Math.round((now.orders * units) / 100)
        const amount = { price: price / 100, average_price: price / 100, total: (sold * price) / 100 }
        return { productid: index + 1, productname, sold, ...amount }
      })
      .sort((a, b) => b.total - a.total),
    top_employees: share(cents, EMPLOYEES).map(({ name, part }, index) => {
      const [firstname = '', lastname = ''] = name.split(' ')
      return { employeeid: index + 1, firstname, lastname, revenue: part / 100 }
    }),
    low_stock: LOW_STOCK.length,
    low_stock_items: LOW_STOCK.map((item, index) => ({ productid: index + 1, ...item })),
  }
}
