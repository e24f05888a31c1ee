import { StockDefinitions } from './stock-definitions.tsx'

/** What is in transit, and how it is computed. */
export const InTransitDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      {
        term: 'In transit',
        text: 'Units sent, less units received or missing. They are in neither site’s stock and cannot be sold, but count in the total stock value.',
      },
      { term: 'Sent', text: 'The day the transfer was sent.' },
      {
        term: 'Cost',
        text: 'Units × purchase price when sent. Unknown costs show a dash and are left out of the total.',
        isCost: true,
      },
    ]}
    onClose={onClose}
  />
)
