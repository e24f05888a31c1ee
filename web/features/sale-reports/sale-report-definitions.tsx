import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { type Definition, DefinitionsDialog } from '../../ui/dialog/definitions-dialog.tsx'

const DEFINITIONS: Record<SaleReportKind, Definition[]> = {
  tips: [
    { term: 'Tips', text: 'Money for the staff that tills sent beside their sales. It is in no revenue and has no VAT.' },
    { term: 'Payment method', text: 'The one with which most of the sale was paid.' },
  ],
  'gift-cards': [
    { term: 'Sold', text: 'What was loaded on cards in the range, less what was given back. It is in no revenue.' },
    {
      term: 'Used',
      text: 'What was paid with cards in the range, the payment method gift card, less what was refunded to them.',
    },
    {
      term: 'Left',
      text: 'What was ever sold on a card less what was ever used, up to the end of the range. The total is what the business owes.',
    },
    {
      term: 'Below zero',
      text: 'More was used than was sold here. The card was sold elsewhere, before tills sent such sales, or at a site that is not chosen.',
    },
  ],
  discounts: [
    { term: 'Discount of a line', text: 'What a till took off a line, with its reason. Of returned goods it is subtracted.' },
    {
      term: 'On the whole sale',
      text: 'By how much the amount of a sale is below its lines, after their own discounts. Of a refund it is subtracted: what less is given back.',
    },
    {
      term: 'Above the lines',
      text: 'An amount above the lines is no discount. Quantity × price of all lines, less the discounts, and what is above the lines are the sales with lines, to the cent.',
    },
    { term: 'Share of sales', text: 'Discounts / sales incl. VAT: those of the row, or all sales where a row is a reason.' },
  ],
  refunds: [
    {
      term: 'Refund',
      text: 'A sale with an amount below zero. Goods that are exchanged in a sale of zero or above are not in it.',
    },
    {
      term: 'Refund of',
      text: 'The sale that the till named, with its day and amount. Where all its refunds together are more than it was, that sum is below it.',
    },
  ],
  charges: [
    { term: 'Charge', text: 'A line that is no product, such as a delivery. Case and blanks of its name do not matter.' },
    { term: 'Charges incl. VAT', text: 'Their amounts, with their part of a discount of the whole sale. They are revenue.' },
    { term: 'VAT', text: 'The VAT in these amounts, rounded line by line.' },
  ],
}

type Props = { kind: SaleReportKind; onClose: () => void }

/** What the figures of a report are. */
export const SaleReportDefinitions = ({ kind, onClose }: Props) => (
  <DefinitionsDialog definitions={DEFINITIONS[kind]} onClose={onClose} />
)
