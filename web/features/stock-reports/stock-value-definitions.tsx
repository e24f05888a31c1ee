import { StockDefinitions } from './stock-definitions.tsx'

/** How the value of the stock is computed. */
export const StockValueDefinitions = ({ onClose }: { onClose: () => void }) => (
  <StockDefinitions
    definitions={[
      { term: 'Products, units', text: 'Products with stock, and their units. A stock below zero counts as none.' },
      {
        term: 'At purchase price',
        text: 'The units times the purchase price of today. Products without a purchase price are left out.',
        isCost: true,
      },
      { term: 'At selling price', text: 'The units times the price of today, with VAT.' },
      {
        term: 'In transit',
        text: 'What a site has sent to another and nobody has received. It is at neither site, and still belongs to the business: the total has it. It costs what it cost when it was sent. A product that is also in stock counts once in the total of products.',
      },
      {
        term: 'A past day',
        text: 'The stock that each product had when the day ended in the time zone of the business. Prices of the past are not kept, so the prices are those of today. A sale that a till sent later changed the stock when it arrived, not when it was made.',
      },
    ]}
    onClose={onClose}
  />
)
