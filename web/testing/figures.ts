import type { Figures } from '../../contract/dashboard.ts'
import type { SalesSummary } from '../../contract/sales.ts'

const DAY_MS = 86_400_000

/** One entry a day of the range, each without sales but for those given. */
function createDays(from: string, to: string, sold: Record<string, { revenue: number; orders: number }> = {}) {
  const days: Figures['daily'] = []
  for (let day = from; day <= to; day = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))
    days.push({ day, revenue: 0, orders: 0, ...sold[day] })
  return days
}

const sum = (days: Figures['daily']) => {
  const revenue = days.reduce((total, day) => total + day.revenue, 0)
  const orders = days.reduce((total, day) => total + day.orders, 0)
  return { revenue, orders, average: orders && revenue / orders }
}

type Range = { from: string; to: string }
type Sold = Parameters<typeof createDays>[2]

export function createSalesSummary({ from, to }: Range, sold?: Sold): SalesSummary {
  const daily = createDays(from, to, sold)
  return { ...sum(daily), daily, compared: null }
}

export function createFigures({ from, to }: Range, sold?: Sold, more: Partial<Figures> = {}): Figures {
  const daily = createDays(from, to, sold)
  return {
    ...{ from, to, as_at: new Date(), ...sum(daily), daily, compared: null },
    ...{ vat: 0, cost: 0, costed_net: 0 },
    ...{
      low_stock: 0,
      split_sales: 0,
      extras: 0,
      payments: [],
      top_sites: [],
      top_products: [],
      top_employees: [],
      without_employee: 0,
      low_stock_items: [],
    },
    ...more,
  }
}
