import { linkOptions } from '@tanstack/react-router'
import { SALE_REPORTS } from '../../../contract/search/sale-reports.ts'
import { SALE_REPORT_NAMES } from '../../figures/sale-report-names.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { fromSavedSearch, isByCosts, type Search, withoutDefaults } from './report-search.ts'

type ReadyReport = {
  group: 'Sales' | 'Margin, refunds and VAT'
  name: string
  /** What it answers. */
  question: string
  search: Search
}

/** For a person who does not see costs. */
export const listWithoutCosts = () => READY_REPORTS.filter(({ search }) => !isByCosts(search))

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
    'How did each hour of yesterday compare with a week before?',
    'by=hour&range=yesterday&compare=previous',
  ),
  define(
    'Sales',
    'Hours',
    'When do customers come during the week?',
    'by=weekday_hour&columns=revenue,orders,average,share&sort=revenue&compare=off',
  ),
  define('Sales', 'This month by site', 'What did each site sell this month?', 'by=site&range=MTD&compare=previous'),
  define('Sales', 'Sales by product', 'Which products sell best?', 'by=product&compare=previous'),
  define(
    'Sales',
    'What made the difference',
    'Which products sold more or less than before, in rand?',
    'by=product&columns=revenue,difference,change,units&sort=difference&dir=asc&compare=previous',
  ),
  define('Sales', 'Sales by payment method', 'How do customers pay?', 'by=payment_method&compare=previous'),
  define(
    'Margin, refunds and VAT',
    'Margin by category',
    'Which categories are most profitable?',
    'by=category&columns=revenue,net,cost,profit,margin,share&sort=margin&compare=previous',
  ),
  define(
    'Margin, refunds and VAT',
    'Refunds by employee',
    'Who refunded how much?',
    'by=employee&columns=refunds,refunded,revenue,orders&sort=refunded&dir=asc&compare=previous',
  ),
  define(
    'Margin, refunds and VAT',
    'VAT by month',
    'How much VAT do I owe each month, by rate?',
    'by=vat_rate&range=YTD&columns=revenue,net,vat&compare=off',
  ),
]

/** The reports on stock have screens of their own. All but one can be narrowed to one site. */
export const STOCK_REPORTS = [
  {
    name: 'Reorder list',
    question: 'What must I order, and from whom?',
    createLink: (siteid?: number) => linkOptions({ to: '/reports/reorder', search: { siteid } }),
  },
  {
    name: 'Slow sellers',
    question: 'Which products do not sell, and what did they cost?',
    withoutCosts: 'Which products do not sell?',
    createLink: (siteid?: number) => linkOptions({ to: '/reports/slow-sellers', search: { siteid } }),
  },
  {
    name: 'Stock value by site',
    question: 'What is the stock of each site worth?',
    withoutCosts: 'What does the stock of each site sell for?',
    createLink: () => linkOptions({ to: '/reports/stock-value' }),
  },
  {
    name: 'In transit',
    question: 'What is on its way between sites?',
    createLink: (siteid?: number) => linkOptions({ to: '/reports/in-transit', search: { siteid } }),
  },
  {
    name: 'Shrinkage',
    question: 'What was lost or found, where, why and for how much?',
    withoutCosts: 'What was lost or found, where and why?',
    createLink: (siteid?: number) => linkOptions({ to: '/reports/shrinkage', search: siteid === undefined ? {} : { siteid } }),
  },
]

/** The reports on what sales have beside and within their amounts have screens of their own. */
export const DETAIL_REPORTS = SALE_REPORTS.map((kind) => ({
  ...SALE_REPORT_NAMES[kind],
  createLink: (carried: FiguresSearch) => linkOptions({ to: '/reports/$kind', params: { kind }, search: carried }),
}))

/** The sales for other programs. */
export const ACCOUNTING_REPORT = {
  name: 'Sales for accounting',
  question: 'Sales as journals for Xero, Sage or QuickBooks',
  link: linkOptions({ to: '/reports/accounting', search: { range: 'last-month' } }),
}

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
