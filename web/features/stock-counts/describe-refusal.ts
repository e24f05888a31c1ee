import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatChange } from './describe-count.ts'
import { type QueuedEntry, UNKNOWN } from './entry-queue.ts'

type Refused = Pick<QueuedEntry, 'barcode' | 'productname' | 'refusal'>

/** Why an entry is not part of the count. */
export function describeRefusal({ barcode, productname, refusal }: Refused, { sitename }: Pick<StockDocument, 'sitename'>) {
  if (refusal !== UNKNOWN) return refusal ?? ''
  return barcode ? `No product at ${sitename} has the barcode ${barcode}.` : `${productname} was deleted.`
}

/** For another program: one line each with product, barcode, units and time. */
export const toCopiedText = (entries: readonly QueuedEntry[]) =>
  entries
    .map(({ productname, barcode, quantity, counted_at }) =>
      [productname, barcode, formatChange(quantity), counted_at].join('\t'),
    )
    .join('\n')
