import type { Direction } from '../shared/list.ts'
import type { SaleReportColumn, SaleReportGroup, SaleReportKind, SaleReportSearch } from './sale-reports.ts'

// The rows and figures of the reports of sale-reports.ts, which every screen loads.

/** What the rows of each report can be, the usual one first. */
const GROUPS: Record<SaleReportKind, readonly [SaleReportGroup, ...SaleReportGroup[]]> = {
  tips: ['employee', 'day', 'site', 'name', 'sale'],
  // A card belongs to no employee and no day.
  'gift-cards': ['name', 'sale'],
  discounts: ['name', 'employee', 'day', 'site', 'sale'],
  refunds: ['sale', 'employee', 'day', 'site'],
  charges: ['name', 'employee', 'day', 'site', 'sale'],
}
export const listGroups = (kind: SaleReportKind) => GROUPS[kind]

/** The key of what has no name. No key of a name has a blank. */
export const NO_NAME = ' none'
/** The key and the name of discounts of whole sales. */
export const WHOLE_SALE = ' whole'
export const WHOLE_SALE_NAME = 'On the whole sale'
/** What a row is called that has no name. */
export const NAMELESS: Record<SaleReportKind, string> = {
  tips: 'Unknown',
  'gift-cards': 'Without a number',
  discounts: 'Without a reason',
  refunds: '',
  charges: 'Without a name',
}

/** What a row by name is. */
export const NAME_TITLES: Record<SaleReportKind, string> = {
  tips: 'Payment method',
  'gift-cards': 'Card',
  discounts: 'Reason',
  refunds: 'Name',
  charges: 'Charge',
}

/** What `amount` is. */
export const AMOUNT_TITLES: Record<SaleReportKind, string> = {
  tips: 'Tips',
  'gift-cards': 'Sold',
  discounts: 'Discounts',
  refunds: 'Refunded',
  charges: 'Charges incl. VAT',
}

/** The sums of each report beside its amount and its number of sales. */
export const EXTRA_SUMS = {
  tips: [],
  'gift-cards': ['used', 'left', 'loaded'],
  discounts: ['above', 'revenue'],
  refunds: [],
  charges: ['quantity', 'vat'],
} as const satisfies Record<SaleReportKind, readonly string[]>
export type ExtraSum = (typeof EXTRA_SUMS)[SaleReportKind][number]

/** The figures of each report, in their order. */
const COLUMNS: Record<SaleReportKind, readonly SaleReportColumn[]> = {
  tips: ['amount', 'sales'],
  'gift-cards': ['amount', 'used', 'left', 'sales'],
  discounts: ['amount', 'share', 'sales'],
  refunds: ['amount', 'sales'],
  charges: ['amount', 'vat', 'quantity', 'sales'],
}

type Grouping = { kind: SaleReportKind; by?: SaleReportGroup | undefined }

/** What the rows are: the chosen group, if the report has it. */
export const chooseGroup = ({ kind, by }: Grouping): SaleReportGroup => (by && GROUPS[kind].includes(by) ? by : GROUPS[kind][0])

/** A row of a sale has no number of sales. */
export const chooseSaleColumns = (search: Grouping) =>
  chooseGroup(search) === 'sale' ? COLUMNS[search.kind].filter((column) => column !== 'sales') : COLUMNS[search.kind]

/** Refunds are below zero. */
export const getFirstDirection = (kind: SaleReportKind, by: SaleReportGroup, sort: 'name' | SaleReportColumn): Direction => {
  if (sort === 'name') return by === 'sale' ? 'desc' : 'asc'
  return kind === 'refunds' && sort === 'amount' ? 'asc' : 'desc'
}

/** Days in their order, the newest sale first, and names by their amount. */
export function chooseSaleOrder({ sort, dir, ...search }: Grouping & Pick<SaleReportSearch, 'sort' | 'dir'>) {
  const by = chooseGroup(search)
  const usual = by === 'day' || by === 'sale' ? 'name' : search.kind === 'gift-cards' ? 'left' : 'amount'
  const isPossible = sort === 'name' || (sort !== undefined && chooseSaleColumns(search).includes(sort))
  const chosen = isPossible ? sort : usual
  return { sort: chosen, dir: dir ?? getFirstDirection(search.kind, by, chosen) } as const
}
