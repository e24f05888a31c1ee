import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Navigate } from '@tanstack/react-router'
import { useState } from 'react'
import { OptionalId } from '../../../contract/shared/fields.ts'
import { DRAFT_KINDS, type StockDocument } from '../../../contract/stock-documents.ts'
import { useMay } from '../../auth/rights.ts'
import { ALL_DOCUMENTS } from '../../lib/url/trails.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { NotFound } from '../../ui/feedback/not-found.tsx'
import { DocumentView } from './document-view.tsx'
import { DraftEditor } from './draft/draft-editor.tsx'
import { toFields } from './draft/draft-form.ts'
import { EditorSkeleton } from './new-document-page.tsx'
import { documentQuery } from './stock-queries.ts'

const route = getRouteApi('/_signed-in/stock_/$documentid')

export function DocumentPage() {
  const { documentid } = route.useParams()
  const id = OptionalId.safeParse(documentid).data ?? 0
  return <LoadedDocument key={id} documentid={id} />
}

function LoadedDocument({ documentid }: { documentid: number }) {
  const { receive } = route.useSearch()
  const navigate = route.useNavigate()
  const document = useQuery({ ...documentQuery(documentid), enabled: documentid > 0 })
  // The draft as it was opened: what is typed stays while somebody else saves or finishes it.
  const [opened, setOpened] = useState<StockDocument | null>(null)
  const may = useMay()
  const { data } = document
  if (opened) return <Draft opened={opened} latest={data} onFinished={() => setOpened(null)} />
  if (documentid === 0 || (document.isError && !data)) return <NotFound noun="document" all={ALL_DOCUMENTS} query={document} />
  if (!data) return <EditorSkeleton />
  // A count has a screen of its own.
  if (data.kind === 'count') return <Navigate to="/stock/count/$documentid" params={{ documentid: String(documentid) }} replace />
  if (data.state === 'draft' && getDraftKind(data) && may('stock.update')) setOpened(data)
  return (
    <DocumentView
      document={data}
      isReceiving={receive === true}
      onReceive={(isOpen) => void navigate({ search: isOpen ? { receive: true } : {}, replace: true })}
    />
  )
}

const getDraftKind = ({ kind }: StockDocument) => DRAFT_KINDS.find((draftKind) => draftKind === kind)

type DraftProps = { opened: StockDocument; latest: StockDocument | undefined; onFinished: () => void }

function Draft({ opened, latest, onFinished }: DraftProps) {
  const kind = getDraftKind(opened)
  const parent = opened.parent?.kind === 'order' ? opened.parent.documentid : 0
  const order = useQuery({ ...documentQuery(parent), enabled: parent > 0 })
  if (!kind) return null
  if (parent > 0 && !order.data)
    return order.isError ? <LoadFailure query={order} failure="Failed to load the order" asCard /> : <EditorSkeleton />
  return (
    <DraftEditor
      kind={kind}
      document={opened}
      initial={toFields(opened)}
      order={order.data}
      latest={latest}
      onFinished={onFinished}
    />
  )
}
