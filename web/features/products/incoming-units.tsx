import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { IncomingUnits as Incoming } from '../../../contract/product-stock.ts'
import { api } from '../../lib/api/api.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { formatQuantity } from '../../lib/format/money.ts'

/** What is on order and in transit of a product, with its documents. Nothing where nothing comes. */
export function IncomingUnits({ productid }: { productid: number }) {
  const incoming = useQuery(api.products.incoming.queryOptions({ input: { productid } }))
  if (!incoming.data?.length) return null
  return (
    <Box component="ul" data-wide className="stack gap-4 small" aria-label="On order and in transit">
      {incoming.data.map((units) => (
        <li key={units.documentid}>
          {describe(units)}:{' '}
          <Link to="/stock/$documentid" params={{ documentid: String(units.documentid) }}>
            {getDocumentName(units)}
          </Link>
          {units.expected_on && <span className="grey"> • expected {formatLongDay(units.expected_on)}</span>}
        </li>
      ))}
    </Box>
  )
}

const describe = ({ on_order, in_transit, in_drafts }: Incoming) => {
  if (in_transit > 0) return `${formatQuantity(in_transit)} in transit`
  return on_order > 0 ? `${formatQuantity(on_order)} on order` : `${formatQuantity(in_drafts)} in a draft order`
}
