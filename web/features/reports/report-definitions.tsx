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
  revenue: 'What customers paid, incl. VAT, less refunds.',
  net: 'What customers paid, excl. VAT.',
  vat: 'VAT included in the prices, at each product’s rate when sold, rounded line by line. Discounts on a whole sale are shared by its lines. Sales without products use the standard rate.',
  orders: 'Sales and refunds, counted',
  refunds: 'Sales with a negative amount. In product reports, lines with a negative amount.',
  refunded: 'Amount refunded, as a negative amount.',
  units: 'Units sold, less refunds',
  average: 'Sales incl. VAT divided by the number of sales.',
  items: 'Units divided by the number of sales.',
  cost: 'Units × purchase price when sold. Products without a purchase price are left out.',
  profit: 'Sales excl. VAT less cost, for products with a known purchase price.',
  margin: 'Profit as a share of the sales excl. VAT of the same products.',
  share: 'This row’s share of all sales',
  change: 'Sales compared with the earlier period',
  difference: 'Sales incl. VAT less those of the earlier period. Rows with no sales now show what they lost.',
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
