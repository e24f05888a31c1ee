import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { fromSavedSearch, type Search, withoutDefaults } from './report-search.ts'

type ReadyReport = {
  group: 'Sales' | 'Margin, refunds and VAT'
  name: string
  /** What it answers. */
  question: string
  search: Search
}

const define = (group: ReadyReport['group'], name: string, question: string, search: string): ReadyReport => ({
  ...{ group, name, question },
  search: fromSavedSearch(search),
})

/** The reports that each business has. Each has its own comparison, whatever the person chose last. */
export const READY_REPORTS: ReadyReport[] = [
  define('Sales', 'Sales by day', 'How much was sold on each day?', 'by=day&compare=previous'),
  define(
    'Sales',
    'Yesterday',
    'How did each hour of yesterday go, beside a week before?',
    'by=hour&range=yesterday&compare=previous',
  ),
  define(
    'Sales',
    'Hours',
    'At which hours of the week do customers come?',
    'by=weekday_hour&columns=revenue,orders,average,share&sort=revenue&compare=off',
  ),
  define('Sales', 'This month by site', 'Which site earns what this month?', 'by=site&range=MTD&compare=previous'),
  define('Sales', 'Sales by product', 'Which products sell best?', 'by=product&compare=previous'),
  define('Sales', 'Sales by payment method', 'How do customers pay?', 'by=payment_method&compare=previous'),
  define(
    'Margin, refunds and VAT',
    'Margin by category',
    'Which categories earn money, and not only turnover?',
    'by=category&columns=revenue,net,cost,profit,margin,share&sort=margin&compare=previous',
  ),
  define(
    'Margin, refunds and VAT',
    'Refunds by employee',
    'Who gave back how much?',
    'by=employee&columns=refunds,refunded,revenue,orders&sort=refunded&dir=asc&compare=previous',
  ),
  define(
    'Margin, refunds and VAT',
    'VAT by month',
    'How much VAT is in the sales of each month, by rate?',
    'by=vat_rate&range=YTD&columns=revenue,net,vat&compare=off',
  ),
]

/**
 * A ready report for the range, sites and employees that the list carries. A range of its own stays, and with it its comparison.
 * 'Off' stays too: its figures are not compared.
 */
export function applyCarried(report: Search, carried: FiguresSearch): Partial<Search> {
  const { compare, sites, employees } = carried
  const { range, compare: ownCompare, ...own } = withoutDefaults(report)
  if (range) return { ...own, range, ...{ compare: ownCompare, sites, employees } }
  return { ...carried, ...own, compare: ownCompare === 'off' ? 'off' : (compare ?? ownCompare) }
}
