import type { FileColumn } from '../../../../contract/columns/file-column.ts'
import type { SalesImportPreview } from '../../../../contract/sales-imports.ts'
import { joinNames } from '../../../lib/format/join-names.ts'
import { formatRand, formatVatRate, pluralize } from '../../../lib/format/money.ts'
import { describeRejected } from '../../../ui/import/describe-rejected.ts'
import type { Decision } from '../../../unknown-products/unknown-products.tsx'

/** 'Adds 1 204 sales of R 312 450,00 at 3 sites. 12 lines are rejected.' */
export function describeSales(
  { new: added, existing, amount, refunds, sites, rejected_lines }: SalesImportPreview,
  begin = 'Adds',
) {
  const net = refunds > 0 ? ` (net of ${pluralize(refunds, 'refund')})` : ''
  const here = existing > 0 ? `: ${pluralize(existing, 'sale')} ${existing === 1 ? 'is' : 'are'} already here` : ''
  const what =
    added > 0 ? `${pluralize(added, 'sale')} of ${formatRand(amount)}${net} at ${pluralize(sites, 'site')}` : `nothing${here}`
  return `${begin} ${what}.${describeRejected(rejected_lines)}`
}

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

/** 'With the import, 3 products are added, and Kettle is Whistling kettle.' */
export function describeDecisions(decisions: readonly Decision[]) {
  const added = decisions.filter(({ is }) => !is).length
  const links = decisions.flatMap(({ product, is }) => (is ? [`${product.productname} is ${is.productname}`] : []))
  const more = links.length - NAMES_SHOWN
  const parts = [
    ...(added > 0 ? [`${pluralize(added, 'product')} ${added === 1 ? 'is' : 'are'} added`] : []),
    ...(more > 0 ? [...links.slice(0, NAMES_SHOWN), `${more} more are products of yours`] : links),
  ]
  return `With the import, ${joinNames(parts)}.`
}

/** Which cost the sales get, in a sentence; undefined where the file has none. */
export function describeCost(columns: readonly FileColumn[]) {
  const column = columns.find(({ field }) => field === 'unitcost' || field === 'linecost')
  if (!column) return undefined
  return columns.some(({ field }) => field === 'productname' || field === 'barcode')
    ? `Cost from the column “${column.title}”, or from the product where it is empty or 0.`
    : `The cost in the column “${column.title}” is left out, because the file has no products.`
}

/** What the sales have beside their goods, and how they were paid, in sentences. */
export function describeParts({ extras: { tips, gift_cards }, charges, split_sales, unclear_splits }: SalesImportPreview) {
  const beside = [
    ...(tips === 0 ? [] : [`tips of ${formatRand(tips)}`]),
    ...(gift_cards === 0 ? [] : [`${formatRand(gift_cards)} for gift cards that were sold`]),
  ]
  return [
    ...(beside.length > 0 ? [`Besides these amounts: ${joinNames(beside)}.`] : []),
    ...(charges === 0 ? [] : [`${formatRand(charges)} of this is shipping, counted as a charge.`]),
    ...(split_sales === 0
      ? []
      : [`${pluralize(split_sales, 'sale')} ${split_sales === 1 ? 'was' : 'were'} paid in several ways.`]),
    ...(unclear_splits === 0
      ? []
      : [
          `${pluralize(unclear_splits, 'sale')} ${unclear_splits === 1 ? 'names' : 'name'} several payment methods without amounts. They count under that text.`,
        ]),
  ]
}

/** What was left out or joined on purpose, in sentences. */
export const describeLeftOut = ({ no_sales, left_out, over_midnight }: SalesImportPreview) => [
  ...(over_midnight > 0
    ? [`${pluralize(over_midnight, 'sale')} began before midnight and ended after. It counts on the first day.`]
    : []),
  ...no_sales.map(
    ({ reason, rows }) => `${pluralize(rows, 'row')} not imported: ${reason.charAt(0).toLowerCase()}${reason.slice(1)}`,
  ),
  ...left_out.map(({ field, count, cell }) => `${field} left out in ${pluralize(count, 'row')}, unreadable, such as “${cell}”.`),
]

/** Which VAT the sales get, in a sentence; undefined where there is nothing to say. */
export function describeVat(
  { vat: { column, is_added, stated, assumed }, unknown_items, items }: SalesImportPreview,
  columns: readonly FileColumn[],
) {
  const parts = assumed.map(({ vat_rate, amount }) => `${formatVatRate(vat_rate)} is assumed for ${formatRand(amount)}`)
  const rates = joinNames(parts)
  const subject = unknown_items > 0 ? ' of products missing from your product list' : ''
  if (column !== null && stated !== null) {
    const sentence = `VAT from the column “${column}”: ${formatRand(stated)}, ${is_added ? 'added to' : 'included in'} the totals.`
    return rates ? `${sentence} Where it has none, ${rates}.` : sentence
  }
  if (columns.some(({ field }) => field === 'vat_rate'))
    return rates ? `Where the file has no VAT rate, ${rates}${subject}.` : undefined
  if (rates) return `The file has no VAT: ${rates}${subject}.`
  return items > 0 ? 'The file has no VAT: each product has its own rate.' : undefined
}
