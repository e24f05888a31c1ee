import { Box, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { DraftKind, StockDocument } from '../../../contract/stock-documents.ts'
import { api } from '../../lib/api/api.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { STOCK_TRAIL } from '../../lib/url/trails.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { describeState, isOnItsWay } from './describe-document.ts'
import { DraftEditor } from './draft/draft-editor.tsx'
import { EMPTY_FIELDS, toDeliveryFields } from './draft/draft-form.ts'
import { documentQuery } from './stock-queries.ts'

const route = getRouteApi('/_signed-in/stock_/new')

/** A document that is not stored before its first save. */
export function NewDocumentPage() {
  const { kind, order, siteid } = route.useSearch()
  if (kind === 'count') return <Navigate to="/stock/count/new" search={{ siteid }} replace />
  return kind === 'delivery' && order !== undefined ? (
    <DeliveryOfOrder key={order} order={order} />
  ) : (
    <NewDraft key={kind} kind={kind} />
  )
}

function NewDraft({ kind }: { kind: DraftKind }) {
  const { siteid, supplierid } = route.useSearch()
  const sites = useQuery(api.sites.options.queryOptions())
  if (sites.isError && !sites.data) return <LoadFailure query={sites} failure="Failed to load the sites" asCard />
  if (!sites.data) return <EditorSkeleton />
  // A business with one site has nothing to select.
  const only = sites.data.length === 1 ? sites.data[0]?.siteid : undefined
  const initial = { ...EMPTY_FIELDS, siteid: siteid ?? only ?? null, supplierid: supplierid ?? null }
  return <DraftEditor kind={kind} initial={initial} order={undefined} />
}

function DeliveryOfOrder({ order: documentid }: { order: number }) {
  const order = useQuery(documentQuery(documentid))
  // Somebody else may receive the rest while it is written: what was typed stays.
  const [isWriting, setWriting] = useState(false)
  if (order.isError && !order.data) return <LoadFailure query={order} failure="Failed to load the order" asCard />
  if (!order.data) return <EditorSkeleton />
  if (!isWriting && !isOnItsWay(order.data)) return <OrderIsClosed order={order.data} />
  if (!isWriting) setWriting(true)
  return <DraftEditor kind="delivery" initial={toDeliveryFields(order.data)} order={order.data} />
}

const OrderIsClosed = ({ order }: { order: StockDocument }) => (
  <>
    <PageHeader trail={STOCK_TRAIL} title="New delivery" subtitle={`Of ${getDocumentName(order)}`} />
    <p>
      Nothing is outstanding on {getDocumentName(order)}: it is {describeState(order).name.toLowerCase()}.
    </p>
    <Box className="row wrap" mt="md">
      <LinkButton variant="default" to="/stock/$documentid" params={{ documentid: String(order.documentid) }}>
        Show {getDocumentName(order)}
      </LinkButton>
      <LinkButton to="/stock/new" search={{ kind: 'delivery', siteid: order.siteid }}>
        Receive a delivery without an order
      </LinkButton>
    </Box>
  </>
)

export const EditorSkeleton = () => (
  <div className="stack" aria-busy>
    <Skeleton height={52} maw={280} />
    <Skeleton height={164} radius={12} />
    <Skeleton height={240} radius={12} />
  </div>
)
