import { SPEED_DAYS } from '../../../contract/search/stock-reports.ts'
import { StockDefinitions } from './stock-definitions.tsx'

type Props = { days: number; onClose: () => void }

/** What the reorder list has, and how its figures are computed. */
export const ReorderDefinitions = ({ days, onClose }: Props) => (
  <StockDefinitions
    definitions={[
      {
        term: 'Products listed',
        text: `Products at or below their reorder level. Products without a level when their stock lasts less than ${days} days plus the supplier’s lead time.`,
      },
      {
        term: 'Sold per day',
        text: `Units sold less refunds in the last ${SPEED_DAYS} days, divided by ${SPEED_DAYS}. Today is left out. A newer product is divided by the days since it was added or first sold.`,
      },
      {
        term: 'On order, in transit',
        text: 'Units on sent orders, and units on their way from other sites. They count as stock, so you do not order them twice. Draft orders do not count.',
      },
      { term: 'Days left', text: 'Stock divided by the units sold per day.' },
      {
        term: 'Order qty',
        text: `The reorder level plus sales for ${days} days and the lead time, less the stock. Rounded up to whole units, or to a multiple of the order quantity.`,
      },
      {
        term: 'Lead time',
        text: `Days from order to delivery, as set for the supplier. An order lasts ${days} days plus the lead time.`,
      },
      {
        term: 'Minimum',
        text: 'The supplier’s smallest order, as set for the supplier. Compared when the purchase price of every product is known.',
        isCost: true,
      },
      {
        term: 'Cost',
        text: 'Units to order × purchase price. Totals leave out products without a purchase price.',
        isCost: true,
      },
    ]}
    onClose={onClose}
  />
)
