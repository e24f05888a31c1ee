import { StockDefinitions } from './stock-definitions.tsx'

/** How the value of the stock is computed. */
export const StockValueDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      { term: 'Products, units', text: 'Products in stock and their units. Stock below zero counts as 0.' },
      {
        term: 'At purchase price',
        text: 'Units × today’s purchase price. Products without a purchase price are left out.',
        isCost: true,
      },
      { term: 'At selling price', text: 'Units × today’s selling price, incl. VAT.' },
      {
        term: 'In transit',
        text: 'Sent by one site and not received yet by the other, at its cost when it was sent. Counted in the total only. A product that is also in stock counts once in the total of products.',
      },
      {
        term: 'A past day',
        text: 'Stock at the end of that day, at today’s prices because past prices are not kept. A sale that arrived late changed the stock when it arrived.',
      },
    ]}
    onClose={onClose}
  />
)
