import { StockDefinitions } from './stock-definitions.tsx'

/** What was lost and found, and how it is computed. */
export const ShrinkageDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      {
        term: 'Lost, found',
        text: 'What adjustments and approved counts took from the stock, and what they added. What is missing in a transfer is lost at the site that it was sent to. Deliveries, sales and edits of a product are not in it.',
      },
      {
        term: 'The days',
        text: 'An adjustment has the day on which it was booked, a count the day on which it was approved, and what is missing in a transfer the day on which its receipt was written.',
      },
      {
        term: 'Cost',
        text: 'The units times the purchase price at that time. Lines without a purchase price are not in it; their units are.',
        isCost: true,
      },
      {
        term: 'Difference',
        text: 'The cost of what was found, less the cost of what was lost. Below zero is a loss.',
        isCost: true,
      },
      { term: 'Largest reason', text: 'The reason that cost most, of all sites together.', isCost: true },
    ]}
    onClose={onClose}
  />
)
