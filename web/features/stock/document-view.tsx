import { Button, Menu } from '@mantine/core'
import '@mantine/core/styles/Menu.layer.css'
import { IconDotsVertical, IconMail } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useIsOwnSite, useMay } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { STOCK_TRAIL } from '../../lib/url/trails.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { describeRoute, isOnItsWay } from './describe-document.ts'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentHistory } from './document-history.tsx'
import { DocumentLines } from './document-lines.tsx'
import { DocumentState } from './document-state.tsx'
import { RelatedDocuments } from './related-documents.tsx'
import { getExportUrl } from './stock-queries.ts'

const ReceiveDialog = lazyDialog('Receive', async () => (await import('./receive-dialog.tsx')).ReceiveDialog)
const CorrectDialog = lazyDialog('Correct delivery', async () => (await import('./correct-dialog.tsx')).CorrectDialog)
const CloseDialog = lazyDialog('Close order', async () => (await import('./close-dialog.tsx')).CloseDialog)
const DocumentOrderText = lazyDialog('Copy order', async () => (await import('./document-order-text.tsx')).DocumentOrderText)

type Opened = 'cancel' | 'correct' | 'close' | 'text' | null

type Props = {
  document: StockDocument
  isReceiving: boolean
  onReceive: (isOpen: boolean) => void
}

/** A document that is no draft any more, with what can be done next. */
export function DocumentView({ document, isReceiving, onReceive }: Props) {
  const timezone = useTimezone()
  const mayChange = useMay()('stock.finish')
  const isOwnSite = useIsOwnSite()
  const today = useToday(timezone)
  const [opened, setOpened] = useState<Opened>(null)
  const close = () => setOpened(null)
  const title = getDocumentName(document)
  const isTransfer = document.kind === 'transfer' && isOnItsWay(document)

  // It was received, or the address is old.
  const isOutdated = isReceiving && !isTransfer
  const forgetReceiving = useEffectEvent(() => onReceive(false))
  useEffect(() => {
    if (isOutdated) forgetReceiving()
  }, [isOutdated])

  return (
    <>
      <PageHeader
        title={title}
        trail={STOCK_TRAIL}
        subtitle={describeRoute(document)}
        status={<DocumentState row={document} today={today} />}
        controls={
          <div className="row wrap fill-line narrow no-icons">
            {document.kind === 'order' && (
              <Button
                variant="default"
                leftSection={<IconMail size={18} stroke={1.75} aria-hidden />}
                onClick={() => setOpened('text')}
              >
                {' '}
                Copy order
              </Button>
            )}
            <PrintButton />
            <ExportButton url={getExportUrl(document.documentid)} />
            {mayChange && isOwnSite(document.siteid) && <MoreMenu document={document} onOpen={setOpened} />}
          </div>
        }
        action={
          mayChange && <NextStep document={document} onReceive={() => onReceive(true)} onCorrect={() => setOpened('correct')} />
        }
      />
      <div className="stack">
        <DocumentFacts document={document} timezone={timezone} />
        <DocumentLines document={document} />
        <Signature document={document} />
        <RelatedDocuments document={document} today={today} timezone={timezone} />
        <DocumentHistory document={document} timezone={timezone} />
      </div>
      {isTransfer && isReceiving && <ReceiveDialog document={document} onClose={() => onReceive(false)} />}
      {isTransfer && opened === 'cancel' && <ReceiveDialog document={document} isCancelling onClose={close} />}
      {opened === 'correct' && <CorrectDialog document={document} onClose={close} />}
      {opened === 'close' && <CloseDialog document={document} onClose={close} />}
      {opened === 'text' && <DocumentOrderText document={document} onClose={close} />}
    </>
  )
}

type NextProps = { document: StockDocument; onReceive: () => void; onCorrect: () => void }

/** The one thing that is done next, or the one way to put it right. */
function NextStep({ document, onReceive, onCorrect }: NextProps): ReactNode {
  const isOwnSite = useIsOwnSite()
  const { documentid, kind, state, siteid, to_siteid, children } = document
  if (kind === 'order' && isOnItsWay(document)) {
    const draft = children.find((child) => child.state === 'draft')
    return draft ? (
      <LinkButton to="/stock/$documentid" params={{ documentid: String(draft.documentid) }}>
        Continue {getDocumentName(draft)}
      </LinkButton>
    ) : (
      <LinkButton to="/stock/new" search={{ kind: 'delivery', siteid, order: documentid }}>
        Receive
      </LinkButton>
    )
  }
  if (kind === 'transfer' && isOnItsWay(document) && isOwnSite(to_siteid)) return <Button onClick={onReceive}>Receive</Button>
  if (kind === 'delivery' && state === 'received' && document.corrects === null)
    return (
      <Button variant="default" onClick={onCorrect}>
        Correct
      </Button>
    )
  return null
}

/** What is done seldom. */
function MoreMenu({ document, onOpen }: { document: StockDocument; onOpen: (dialog: Opened) => void }) {
  if (!isOnItsWay(document)) return null
  const item =
    document.kind === 'order'
      ? ({ name: 'Close order', text: 'No more will arrive', dialog: 'close' } as const)
      : ({ name: 'Cancel transfer', text: 'Goods came back', dialog: 'cancel' } as const)
  return (
    <Menu position="bottom-end" width={224} shadow="md" withinPortal={false}>
      <Menu.Target>
        <Button variant="default" px="sm" aria-label="More actions" title="More actions" flex="none">
          <IconDotsVertical size={18} stroke={1.75} aria-hidden />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onOpen(item.dialog)}>
          {item.name}
          <span className="second-line">{item.text}</span>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** On paper: room for the person who hands over or takes the goods. */
const Signature = ({ document: { kind } }: { document: StockDocument }) => (
  <div className="print-only signature">
    {[kind === 'order' ? 'Ordered by' : kind === 'adjustment' ? 'Checked by' : 'Received by', 'Date', 'Signature'].map(
      (label) => (
        <span key={label}>{label}</span>
      ),
    )}
  </div>
)
