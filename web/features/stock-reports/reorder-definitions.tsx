import { SPEED_DAYS } from '../../../contract/search/stock-reports.ts'
import { StockDefinitions } from './stock-definitions.tsx'

type Props = { days: number; onClose: () => void }

/** What the reorder list has, and how its figures are computed. */
export const ReorderDefinitions = ({ days, onClose }: Props) => (
  <StockDefinitions
    definitions={[
      {
        term: 'Which products are listed',
        text: `A product with a reorder level is listed when its stock is at or below the level. A product without one is listed when its stock lasts less than ${days} days; where the lead time of its supplier is known, less than these days and the lead time.`,
      },
      {
        term: 'A day',
        text: `The units of the last ${SPEED_DAYS} days, without refunded ones, divided by ${SPEED_DAYS}. Today does not count. A newer product is divided by the days since it was added, or since its first sale if that was earlier; by 1 at least.`,
      },
      {
        term: 'On order, in transit',
        text: 'Units of orders that were sent, and units that other sites have sent. They count as stock, so they are not ordered again. Drafts of orders do not count: nobody has ordered them.',
      },
      { term: 'Days left', text: 'The stock divided by the units a day.' },
      {
        term: 'Order',
        text: `The reorder level and the units of ${days} days, less the stock. The units of the lead time are added. It is rounded up to whole units, or to a multiple of the order quantity.`,
      },
      {
        term: 'Lead time',
        text: `The days from an order to its delivery, which Suppliers has. An order is for ${days} days and the lead time.`,
      },
      {
        term: 'Minimum',
        text: 'What an order of a supplier is worth at least, which Suppliers has. It is compared where the purchase price of all products is known.',
        isCost: true,
      },
      {
        term: 'Cost',
        text: 'The units to order times the purchase price. Totals leave out products without a purchase price.',
        isCost: true,
      },
    ]}
    onClose={onClose}
  />
)
