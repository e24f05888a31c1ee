import type { ImportPreview } from '../../../contract/product-imports.ts'
import { joinNames } from '../../lib/format/join-names.ts'
import { formatCount, formatRand, pluralize } from '../../lib/format/money.ts'
import { describeRejected } from '../../ui/import/describe-rejected.ts'

/** 'Adds 40 products and changes 12, stock worth R 12 400,00 at cost (known for 48 of 52 with stock).' */
export function describeImport({ new: added, changed, archived = 0, rejected, stock_cost }: ImportPreview) {
  const parts = [
    added > 0 && `adds ${pluralize(added, 'product')}`,
    changed > 0 && `changes ${added > 0 ? formatCount(changed) : pluralize(changed, 'product')}`,
    archived > 0 && `archives ${added + changed > 0 ? formatCount(archived) : pluralize(archived, 'product')}`,
  ].filter((part) => part !== false)
  const [first = '', ...rest] = (joinNames(parts) || 'changes nothing') + describeCost(stock_cost)
  return `${first.toUpperCase()}${rest.join('')}.${describeRejected(rejected)}`
}

function describeCost({ products, known_costs, cost }: ImportPreview['stock_cost']) {
  if (products === 0) return ''
  if (known_costs === 0) return `. The cost of ${products === 1 ? 'its' : 'their'} stock is not known`
  const known = known_costs < products ? ` (known for ${formatCount(known_costs)} of ${formatCount(products)} with stock)` : ''
  return `, stock worth ${formatRand(cost)} at cost${known}`
}

/** What a file has that is not imported, or is kept in another way, in sentences. */
export function describeLeftOut({ inactive = 0, left_out = 0, further_barcodes: codes }: ImportPreview) {
  const { kept = 0, taken = 0 } = codes ?? {}
  return [
    inactive > 0 && `${pluralize(inactive, 'product')} in the file ${inactive === 1 ? 'is' : 'are'} inactive and left out.`,
    left_out > 0 && `${pluralize(left_out, 'row')} left out: pictures, parts and shared rows of other products.`,
    kept > 0 &&
      `${formatCount(kept)} ${kept === 1 ? 'SKU or second barcode is' : 'SKUs or second barcodes are'} kept as further barcodes.`,
    taken > 0 &&
      `${formatCount(taken)} ${taken === 1 ? 'SKU or second barcode is' : 'SKUs or second barcodes are'} left out because another product has the same.`,
  ].filter((sentence) => sentence !== false)
}
