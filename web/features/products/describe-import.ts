import type { ImportPreview } from '../../../contract/product-imports.ts'
import { formatCount, formatRand, pluralize } from '../../lib/format/money.ts'
import { describeRejected } from '../../ui/import/describe-rejected.ts'

/** 'Adds 40 products and changes 12, stock worth R 12 400,00 at cost (known for 48 of 52 with stock).' */
export function describeImport({ new: added, changed, rejected, stock_cost }: ImportPreview) {
  const parts = [
    added > 0 && `adds ${pluralize(added, 'product')}`,
    changed > 0 && `changes ${added > 0 ? formatCount(changed) : pluralize(changed, 'product')}`,
  ].filter(Boolean)
  const [first = '', ...rest] = (parts.join(' and ') || 'changes nothing') + describeCost(stock_cost)
  return `${first.toUpperCase()}${rest.join('')}.${describeRejected(rejected)}`
}

function describeCost({ products, known_costs, cost }: ImportPreview['stock_cost']) {
  if (products === 0) return ''
  if (known_costs === 0) return `. The cost of ${products === 1 ? 'its' : 'their'} stock is not known`
  const known = known_costs < products ? ` (known for ${formatCount(known_costs)} of ${formatCount(products)} with stock)` : ''
  return `, stock worth ${formatRand(cost)} at cost${known}`
}
