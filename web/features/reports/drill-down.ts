import { type LinkProps, linkOptions } from '@tanstack/react-router'
import type { ReportRow } from '../../../contract/reports.ts'
import { CHARGES, CHARGES_PRODUCT } from '../../../contract/search/reports.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { parseVatRate } from '../../../contract/shared/vat-rate.ts'
import { addDays, addMonths } from '../../lib/format/dates.ts'
import { RangeSearch } from '../../lib/format/ranges.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import type { Search } from './report-search.ts'

/** A report that led to the one on screen. */
export type TrailStep = { name: string; search: Search }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The reports that led here, the first one first. */
    reportTrail?: TrailStep[]
  }
}

/** The links back: to the list of reports, and to the reports that led here. */
export const createTrailLinks = (trail: TrailStep[], shown: Search) => [
  { name: 'Reports', link: linkOptions({ to: '/reports', search: findCarried(shown, trail) }) },
  ...trail.map(({ name, search }, index) => ({
    name,
    link: {
      ...linkOptions({ to: '/reports', search }),
      state: ((state) => ({ ...state, reportTrail: trail.slice(0, index) })) satisfies LinkProps['state'],
    },
  })),
]

/** What the list of reports carries to others: the range, and the sites and employees that were chosen before any step into a row. */
export function findCarried(search: Search, trail: TrailStep[]): FiguresSearch {
  const { sites, employees } = trail[0]?.search ?? search
  return { ...RangeSearch.parse(search), sites, employees }
}

/** The sales of a report. The sales screen has the same filters, but one payment method at most. */
export function toSales(search: Search, dates: DateRange) {
  const { sites, employees, products, categories, suppliers, vat_rates, payment_methods } = search
  return linkOptions({
    to: '/sales',
    search: {
      ...{ from: dates.from, to: dates.to, products, categories, suppliers, vat_rates },
      ...(sites.length > 0 && { sites }),
      ...(employees.length > 0 && { employees }),
      ...(payment_methods.length === 1 && { payment_method: payment_methods[0] }),
    },
  })
}

/** The part of a week or month that is in the range of the report. */
const intersect = (first: string, last: string, { from, to }: DateRange) => ({
  from: first < from ? from : first,
  to: last > to ? to : last,
})

/** The charges of a report, if that report has the same filters. */
function toCharges(search: Search) {
  const { vat_rates, payment_methods, range, from, to, compare, sites, employees } = search
  if (vat_rates.length > 0 || payment_methods.length > 0) return undefined
  return linkOptions({
    to: '/reports/$kind',
    params: { kind: 'charges' },
    search: { range, from, to, compare, sites, employees },
  })
}

/** The report inside a row: what it groups by, and what narrows it. */
function findInner(
  search: Search,
  { key, sites }: { key: string; sites?: number | undefined },
  dates: DateRange,
): Partial<Search> | undefined {
  const days = (first: string, last: string) => ({ by: 'day' as const, range: undefined, ...intersect(first, last, dates) })
  const month = (first: string) => days(first, addDays(addMonths(first, 1), -1))
  switch (search.by) {
    case 'day':
      return days(key, key)
    case 'week':
      return days(key, addDays(key, 6))
    case 'month':
      return month(`${key}-01`)
    case 'vat_rate': {
      const [first = '', rate] = key.split(' ')
      return { ...month(`${first}-01`), ...(rate !== undefined && { vat_rates: [parseVatRate(rate)] }) }
    }
    case 'site':
      // A product that several sites sell led here.
      return { by: search.products.length === 1 ? 'day' : 'product', sites: [Number(key)] }
    case 'employee':
      return { by: 'day', employees: [Number(key)] }
    case 'product':
      return { by: sites !== undefined && search.sites.length !== 1 ? 'site' : 'day', products: [Number(key)] }
    case 'category':
      return { by: 'product', categories: [key] }
    case 'supplier':
      return { by: 'product', suppliers: [key] }
    case 'payment_method':
      return { by: 'day', payment_methods: [key] }
    default:
      return undefined
  }
}

const isOneDay = ({ from, to }: DateRange) => from === to

/**
 * What a click on a row shows: site → its products → the product's days → the sales of the day. A product of several sites has these
 * before its days. It has no more sales than the row.
 */
export function findDrillDown(
  search: Search,
  row: Pick<ReportRow, 'key' | 'name' | 'sites'>,
  dates: DateRange,
  trail: TrailStep[],
  title: string,
): LinkProps | undefined {
  if (row.key === (search.by === 'product' ? String(CHARGES_PRODUCT) : CHARGES)) return toCharges(search)
  const inner = row.key === null ? undefined : findInner(search, { ...row, key: row.key }, dates)
  if (!inner) return undefined
  const { sort: _sort, dir: _dir, ...kept } = search
  const next = { ...kept, ...inner, page: 1, q: '' }
  const innerDates = { ...dates, ...inner }
  if (next.by === 'day' && isOneDay(innerDates)) {
    if (next.payment_methods.length <= 1) return toSales(next, innerDates)
    next.by = 'payment_method'
  }
  return {
    ...linkOptions({ to: '/reports', search: next }),
    state: (state) => ({ ...state, reportTrail: [...trail, { name: title, search }] }),
  }
}

export const describeDrillDown = ({ by, payment_methods }: Search) =>
  by === 'day' && payment_methods.length <= 1 ? 'its sales' : 'what is in it'
