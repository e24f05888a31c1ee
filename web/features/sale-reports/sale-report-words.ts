import type { SaleReportGroup, SaleReportKind } from '../../../contract/search/sale-reports.ts'

export const GROUP_NAMES: Record<Exclude<SaleReportGroup, 'name'>, string> = {
  employee: 'Employee',
  day: 'Day',
  site: 'Site',
  sale: 'Sale',
}

/** Where there is nothing: how such data comes. */
export const EMPTY: Record<SaleReportKind, string> = {
  tips: 'No tips in this range. A till sends them with its sales.',
  'gift-cards': 'No gift cards yet. A till sends what is loaded on a card, and what is paid with it.',
  discounts: 'No discounts in this range. A till sends them with the lines of a sale, or with its amount.',
  refunds: 'No refunds in this range. A till sends a refund as a sale below zero.',
  charges: 'No charges in this range. A till sends deliveries and other charges as lines without a product.',
}
