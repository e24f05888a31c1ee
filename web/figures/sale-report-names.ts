import type { SaleReportKind } from '../../contract/search/sale-reports.ts'

/** The reports on what sales have beside and within their amounts, and what each answers. */
export const SALE_REPORT_NAMES: Record<SaleReportKind, { name: string; question: string }> = {
  tips: { name: 'Tips', question: 'Who gets how much in tips, and from which days?' },
  'gift-cards': { name: 'Gift cards', question: 'What was sold and used, and how much is left on each card?' },
  discounts: { name: 'Discounts', question: 'Who gave discounts, and why?' },
  refunds: { name: 'Refunds', question: 'What was given back, by whom, and of which sale?' },
  charges: { name: 'Charges', question: 'What do deliveries, service charges and bags bring in?' },
}
