import { StockDefinitions } from './stock-definitions.tsx'

/** What was lost and found, and how it is computed. */
export const ShrinkageDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      {
        term: 'Lost, found',
        text: 'Stock taken off and added by adjustments and approved counts. Units missing from a transfer are lost at the receiving site. Deliveries, sales and product edits are left out.',
      },
      {
        term: 'The days',
        text: 'The day an adjustment was booked, a count was approved or a transfer was received.',
      },
      {
        term: 'Cost',
        text: 'Units × purchase price at that time. Lines without a purchase price count in units only.',
        isCost: true,
      },
      {
        term: 'Difference',
        text: 'Cost found less cost lost. A loss is below zero.',
        isCost: true,
      },
      { term: 'Largest reason', text: 'The reason with the highest cost across all sites.', isCost: true },
    ]}
    onClose={onClose}
  />
)
