import type { Undone } from '../../../../contract/product-changes.ts'
import { pluralize } from '../../../lib/format/money.ts'

/** What became of the products of an undone change. */
export function describeUndone({ undone, kept }: Undone) {
  const isOne = kept === 1
  const done = undone === 0 ? 'Nothing was undone.' : `Undone for ${pluralize(undone, 'product')}.`
  if (kept === 0) return done
  return `${done} ${pluralize(kept, 'product')} ${isOne ? 'was' : 'were'} changed or deleted since and ${isOne ? 'stays' : 'stay'} the same.`
}
