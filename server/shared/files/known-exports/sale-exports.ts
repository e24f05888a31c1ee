import type { SaleField } from '../../../../contract/columns/import-fields.ts'
import type { KnownExport } from './known-export.ts'

export const SALE_EXPORTS: readonly KnownExport<SaleField>[] = [
  {
    name: "Square's export of transactions",
    titles: ['total collected', 'card entry methods', 'other tender', 'event type'],
    columns: {
      'gross sales': null,
      'net sales': null,
      discounts: null,
      'service charges': null,
      'partial refunds': null,
      fees: null,
      'net total': null,
      'third party fees': null,
      'fee percentage rate': null,
      'fee fixed rate': null,
    },
  },
]
