import { StockDefinitions } from './stock-definitions.tsx'

/** What is in transit, and how it is computed. */
export const InTransitDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      {
        term: 'In transit',
        text: 'The units of a transfer that were sent, less those that were received or are missing. They are in the stock of neither site, cannot be sold, and are in the total of the stock value.',
      },
      { term: 'Sent', text: 'The day on which the transfer was sent, in the time zone of the business.' },
      {
        term: 'Cost',
        text: 'The units times the purchase price at the time when they were sent. Where it was not known the cost has a dash, and the total leaves it out.',
        isCost: true,
      },
    ]}
    onClose={onClose}
  />
)
