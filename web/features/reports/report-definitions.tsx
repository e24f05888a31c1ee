import type { Sums } from '../../../contract/figures.ts'
import { FIGURES, type Figure } from '../../../contract/figures.ts'
import type { Column } from '../../../contract/search/reports.ts'
import { formatQuantity, formatRand } from '../../lib/format/money.ts'
import { DefinitionsDialog } from '../../ui/dialog/definitions-dialog.tsx'
import { describeKnownCost } from './known-cost.tsx'
import { formatFigure } from './report-figures.ts'
import { COLUMN_TITLES } from './report-names.ts'

type Props = { columns: Column[]; total: Sums; onClose: () => void }

/** Each figure of the report in words, with its own numbers. */
export const ReportDefinitions = ({ columns, total, onClose }: Props) => (
  <DefinitionsDialog
    definitions={columns.map((column) => ({
      term: COLUMN_TITLES[column],
      text: DEFINITIONS[column],
      numbers: [getNumbers(column, total), describeKnownCost(total, [column])].filter(Boolean).join(' · ') || null,
    }))}
    onClose={onClose}
  />
)

const DEFINITIONS: Record<Column, string> = {
  revenue: 'What customers paid, with VAT. Refunds are taken off.',
  net: 'What customers paid, without the VAT in it.',
  vat: 'The VAT in the prices, at the rate that each product had when it was sold. It is rounded to cents line by line. A discount of a whole sale is spread over its lines in proportion. A sale without products has the standard rate.',
  orders: 'The number of sales. A refund is a sale too.',
  refunds: 'The number of sales, or of lines of a report of products, with an amount below zero.',
  refunded: 'The amounts of the refunds, below zero.',
  units: 'The quantities of the products that were sold. Refunded ones are taken off.',
  average: 'The sales incl. VAT divided by the orders.',
  items: 'The units divided by the orders.',
  cost: 'The units times the purchase price that each product had when it was sold. Only of products whose purchase price was known then.',
  profit: 'The sales excl. VAT of the products whose purchase price was known, less their cost.',
  margin: 'The gross profit as a part of the sales excl. VAT of the same products.',
  share: 'The part that a row has of the sales incl. VAT of all rows.',
  change: 'How much more or less the sales incl. VAT are than in the earlier period.',
  difference:
    'The sales incl. VAT less those of the earlier period. A row without sales now has what it sold then: the rows add up to the change of the total.',
}

const getNumbers = (column: Column, total: Sums) => {
  const show = (figure: Figure) => formatFigure(figure, FIGURES[figure](total))
  switch (column) {
    case 'net':
      return `${show('revenue')} − ${show('vat')} = ${show('net')}`
    case 'average':
      return `${show('revenue')} / ${show('orders')} = ${show('average')}`
    case 'items':
      return `${formatQuantity(total.units)} / ${show('orders')} = ${show('items')}`
    case 'profit':
      return `${formatRand(total.costed_net)} − ${show('cost')} = ${show('profit')}`
    case 'margin':
      return `${show('profit')} / ${formatRand(total.costed_net)} = ${show('margin')}`
    case 'share':
      return `All rows together: ${formatRand(total.revenue)}`
    case 'change':
    case 'difference':
      return null
    default:
      return `This report: ${show(column)}`
  }
}
