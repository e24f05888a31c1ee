import type { FileColumn } from '../../../../contract/columns/file-column.ts'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { formatRand, formatVatRate } from '../../../lib/format/money.ts'

/** 'A', 'A and B', 'A, B and C'. */
const joinNames = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const NAMES_SHOWN = 4

/** 'Choose a site for Branch A, B and C': what the person has to choose before their sales can be imported; undefined when nothing. */
export function describeUndecidedSites({ unknown_sites }: SalesImportPreview, columns: readonly FileColumn[]) {
  const names = unknown_sites.filter(({ siteid }) => siteid === null).map(({ name }) => name)
  if (names.length === 0) return undefined
  const title = columns.find(({ field }) => field === 'site')?.title
  const more = names.length - NAMES_SHOWN
  const shown = joinNames(more > 0 ? [...names.slice(0, NAMES_SHOWN), `${more} more`] : names)
  return `Choose a site for ${title ? `${title} ` : ''}${shown}`
}

/** Which VAT the sales get, in a sentence; undefined where there is nothing to say. */
export function describeVat(
  { vat: { column, is_added, stated, assumed }, unknown_items, items }: SalesImportPreview,
  columns: readonly FileColumn[],
) {
  const parts = assumed.map(({ vat_rate, amount }) => `${formatVatRate(vat_rate)} is assumed for ${formatRand(amount)}`)
  const rates = joinNames(parts)
  const subject = unknown_items > 0 ? ' of products that are not in your products' : ''
  if (column !== null && stated !== null) {
    const sentence = `VAT as the column “${column}” has it: ${formatRand(stated)}, ${is_added ? 'added to' : 'included in'} the totals.`
    return rates ? `${sentence} Where it has none, ${rates}.` : sentence
  }
  if (columns.some(({ field }) => field === 'vat_rate'))
    return rates ? `Where the file has no VAT rate, ${rates}${subject}.` : undefined
  if (rates) return `The file has no VAT: ${rates}${subject}.`
  return items > 0 ? 'The file has no VAT: each product has its own rate.' : undefined
}
