import type { SaleReportKind } from '../../contract/search/sale-reports.ts'

/** The reports on what sales have beside and within their amounts, and what each answers. */
export const SALE_REPORT_NAMES: Record<SaleReportKind, { name: string; question: string }> = {
  tips: { name: 'Tips', question: 'Who gets how much in tips, and for which days?' },
  'gift-cards': { name: 'Gift cards', question: 'What was sold, used and left on each card?' },
  discounts: { name: 'Discounts', question: 'Who gave discounts, and why?' },
  refunds: { name: 'Refunds', question: 'What was refunded, by whom and from which sale?' },
  charges: { name: 'Charges', question: 'What do deliveries, service charges and bags bring in?' },
}
