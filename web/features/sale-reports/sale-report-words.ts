import type { SaleReportGroup, SaleReportKind } from '../../../contract/search/sale-reports.ts'

export const GROUP_NAMES: Record<Exclude<SaleReportGroup, 'name'>, string> = {
  employee: 'Employee',
  day: 'Day',
  site: 'Site',
  sale: 'Sale',
}

/** Where there is nothing: how such data comes. */
export const EMPTY: Record<SaleReportKind, string> = {
  tips: 'No tips in this range. Tills send them with sales.',
  'gift-cards': 'No gift cards yet. Tills send what is loaded and paid.',
  discounts: 'No discounts in this range. Tills send them with sales.',
  refunds: 'No refunds in this range.',
  charges: 'No charges in this range, such as deliveries.',
}
