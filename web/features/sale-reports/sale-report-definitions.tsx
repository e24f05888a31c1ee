import type { SaleReportKind } from '../../../contract/search/sale-reports.ts'
import { type Definition, DefinitionsDialog } from '../../ui/dialog/definitions-dialog.tsx'

const DEFINITIONS: Record<SaleReportKind, Definition[]> = {
  tips: [
    { term: 'Tips', text: 'Tips sent by tills with their sales. Not part of revenue, no VAT.' },
    { term: 'Payment method', text: 'The method used for most of the sale.' },
  ],
  'gift-cards': [
    { term: 'Sold', text: 'Amounts loaded on cards, less refunds. Not part of revenue.' },
    {
      term: 'Used',
      text: 'Amounts paid by gift card, less refunds to cards.',
    },
    {
      term: 'Left',
      text: 'Everything sold less everything used, up to the last day. The total is what you still owe customers.',
    },
    {
      term: 'Below zero',
      text: 'More used than sold here. The card was sold elsewhere, earlier or at another site.',
    },
  ],
  discounts: [
    { term: 'Discount of a line', text: 'Taken off a line at the till, with its reason. Returns are subtracted.' },
    {
      term: 'On the whole sale',
      text: 'Taken off a whole sale, after line discounts. Refunds are subtracted.',
    },
    {
      term: 'Above the lines',
      text: 'An amount above the lines is not a discount. Quantity × price of all lines, less discounts, plus amounts above the lines, equals these sales.',
    },
    { term: 'Share of sales', text: 'Discounts divided by the row’s sales incl. VAT, or by all sales in rows by reason.' },
  ],
  refunds: [
    {
      term: 'Refund',
      text: 'A sale with a negative amount. Exchanges at no refund are left out.',
    },
    {
      term: 'Refund of',
      text: 'The original sale, with its day and amount. If its refunds exceed it, their sum is shown.',
    },
  ],
  charges: [
    { term: 'Charge', text: 'A line that is not a product, such as a delivery. Capitals and spaces in the name do not matter.' },
    { term: 'Charges incl. VAT', text: 'Charges less their share of discounts. Part of revenue.' },
    { term: 'VAT', text: 'VAT in these amounts, rounded line by line.' },
  ],
}

type Props = { kind: SaleReportKind; onClose: () => void }

/** What the figures of a report are. */
export const SaleReportDefinitions = ({ kind, onClose }: Props) => (
  <DefinitionsDialog definitions={DEFINITIONS[kind]} onClose={onClose} />
)
