import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DocumentsSearch } from '../../../../contract/search/stock.ts'
import { api } from '../../../lib/api/api.ts'
import { getDocumentName } from '../../../lib/format/documents.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LinkButton } from '../../../ui/layout/link-button.tsx'

type Props = { siteid: number; supplierid: number; supplier: string }

/** For a delivery without an order: what the supplier still has to bring would stay on order. */
export function OpenOrders({ siteid, supplierid, supplier }: Props) {
  const search = DocumentsSearch.parse({ kind: 'order', status: 'waiting', siteid, supplierid, sort: 'expected_on', dir: 'asc' })
  const orders = useQuery(api.stock.list.queryOptions({ input: search })).data?.rows ?? []
  const [first] = orders
  if (!first) return null
  return (
    <Box mb="md">
      <Notice
        kind="quiet"
        action={
          <LinkButton
            variant="default"
            size="xs"
            className="keep-size"
            to="/stock/new"
            search={{ kind: 'delivery', siteid, order: first.documentid }}
          >
            Receive {getDocumentName(first)}
          </LinkButton>
        }
      >
        {getDocumentName(first)} of {supplier} is outstanding
        {orders.length > 1 && `, and ${orders.length - 1} more`}.
      </Notice>
    </Box>
  )
}
