import { Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { CountLine } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useMay } from '../../auth/rights.ts'
import { HistoryCard } from '../../changes/history-section.tsx'
import { api } from '../../lib/api/api.ts'
import { coalesce } from '../../lib/api/coalesce.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { STOCK_TRAIL } from '../../lib/url/trails.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { preloadScan } from '../../ui/scan/scan-button.tsx'
import { CountFacts } from './count-facts.tsx'
import { CountLines } from './count-lines.tsx'
import { CountMenu } from './count-menu.tsx'
import { CountProgress } from './count-progress.tsx'
import { DEFAULT_SEARCH, DIFFERENCES, getExportUrl, isUnderWay, linesQuery, type Search, sheetQuery } from './count-queries.ts'
import { describeInside, describeOutside, describeScope, describeState, formatUnits, getCountName } from './describe-count.ts'
import { EntryBar } from './entry-bar.tsx'
import { RefusedEntries } from './refused-entries.tsx'
import { Review } from './review.tsx'
import { useEntryQueue } from './use-entry-queue.ts'
import { useOutsideQuestion } from './use-outside-question.ts'

const route = getRouteApi('/_signed-in/stock_/count/$documentid')

const LineDialog = lazyDialog('Count', async () => (await import('./line-dialog.tsx')).LineDialog)
const CancelDialog = lazyDialog('Cancel count', async () => (await import('./cancel-dialog.tsx')).CancelDialog)
const OutsideProducts = lazyComponent(async () => (await import('./outside-products.tsx')).OutsideProducts, {
  failure: 'Could not load this.',
})
const PrintedSheet = lazyComponent(async () => (await import('./printed-sheet.tsx')).PrintedSheet, {
  failure: 'Could not load this.',
  frame: (message) => message,
})

/** Between two reads of the list after own entries. */
const REFRESH_GAP_MS = 1_000

type Props = { document: StockDocument; user_id: string }

/** A count: entered and reviewed while it is under way, then its result. */
export function CountView({ document, user_id }: Props) {
  const { documentid, state } = document
  const isOpen = isUnderWay(document)
  const isCounting = useMay()('stock.counts.enter') && isOpen
  const queries = useQueryClient()
  const navigate = route.useNavigate()
  const given: Search = route.useLoaderDeps()
  // A finished count begins with what differs.
  const [startsWithDifferences, setStartsWithDifferences] = useState(state === 'approved' && isDefault(given))
  const search = startsWithDifferences && state === 'approved' ? DIFFERENCES : { ...given, review: given.review && isOpen }
  const { show, find } = listNavigation(search, (to) => {
    setStartsWithDifferences(false)
    return navigate(to)
  })
  const [refresh] = useState(() =>
    coalesce(() => queries.invalidateQueries({ queryKey: api.stock.counts.key() }), REFRESH_GAP_MS),
  )
  const refreshCount = () => void queries.invalidateQueries({ queryKey: api.stock.get.key({ input: { documentid } }) })
  const { queue, state: entries } = useEntryQueue({ user_id, documentid, onAnswer: refresh, onRefused: refreshCount })
  const question = useOutsideQuestion(document, queue)
  // They open without a network too.
  useEffect(() => {
    OutsideProducts.preload()
    LineDialog.preload()
    preloadScan()
  }, [])
  const lines = useQuery(linesQuery(documentid, search, { isWatched: isOpen }))
  const sheet = useQuery({ ...sheetQuery(documentid), enabled: isOpen })
  const summary = lines.data?.summary
  const [dialog, setDialog] = useState<'cancel' | CountLine | null>(null)
  const [isPrinting, setPrinting] = useState(false)
  const title = getCountName(document)
  const { name, tone } = describeState(state)
  const isHidden = document.is_blind && isOpen && !search.review

  return (
    <>
      <div className={isPrinting ? 'screen-only' : undefined}>
        <PageHeader
          trail={STOCK_TRAIL}
          title={title}
          subtitle={[document.sitename, describeScope(document), document.is_blind && 'Blind count'].filter(Boolean).join(' · ')}
          status={
            <Pill tone={tone} dot={tone !== 'grey'}>
              {name}
            </Pill>
          }
          isControlsBelow={false}
          controls={
            !isOpen && (
              <div className="row wrap fill-line">
                <PrintButton />
                <ExportButton url={getExportUrl(documentid)} />
              </div>
            )
          }
          action={
            isCounting && (
              <>
                <CountMenu isPrinting={isPrinting} onPrint={() => setPrinting(true)} onCancel={() => setDialog('cancel')} />
                {!search.review && (
                  <Button
                    leftSection={<IconChecklist size={18} stroke={1.75} aria-hidden />}
                    onClick={() => show({ ...DIFFERENCES, review: true })}
                  >
                    Review
                  </Button>
                )}
              </>
            )
          }
        />
        <div className="stack">
          {isOpen ? (
            <CountProgress summary={summary} document={document} />
          ) : (
            <CountFacts document={document} summary={summary} />
          )}
          {isCounting && !search.review && (
            <EntryBar document={document} sheet={sheet} queue={queue} state={entries} question={question} />
          )}
          {isCounting && question.asked.length > 0 && (
            <OutsideProducts question={question} inside={describeInside(document)} formatUnits={formatUnits} />
          )}
          <RefusedEntries document={document} queue={queue} state={entries} isLastShown={isOpen && !search.review} />
          {isCounting && search.review && (
            <Review
              document={document}
              summary={lines.isPlaceholderData && !summary?.differences ? undefined : summary}
              waiting={entries.waiting.length}
              onBack={() => show(DEFAULT_SEARCH)}
            />
          )}
          <CountLines
            lines={lines}
            queue={entries}
            search={search}
            onSearch={show}
            onFind={find}
            isHidden={isHidden}
            isOpen={isOpen}
            outside={capitalise(describeOutside(document))}
            onOpen={setDialog}
          />
          <HistoryCard noun="stock document" of={{ rowid: String(documentid) }} />
        </div>
      </div>
      {isPrinting && <PrintedSheet document={document} onClose={() => setPrinting(false)} />}
      {dialog === 'cancel' && <CancelDialog document={document} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'cancel' && (
        <LineDialog
          document={document}
          line={lines.data?.rows.find(({ productid }) => productid === dialog.productid) ?? dialog}
          queue={queue}
          state={entries}
          isOpen={isCounting}
          onClose={() => setDialog(null)}
        />
      )}
    </>
  )
}

const isDefault = (search: Search) => JSON.stringify(search) === JSON.stringify(DEFAULT_SEARCH)
