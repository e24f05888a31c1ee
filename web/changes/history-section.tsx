import { useMay } from '../auth/rights.ts'
import { lazyComponent } from '../ui/feedback/lazy-component.tsx'
import { Card } from '../ui/layout/card.tsx'
import type { HistoryProps } from './history.tsx'

const FoldedHistory = lazyComponent(async () => (await import('./folded-history.tsx')).FoldedHistory, {
  failure: 'Failed to load the history',
  loading: <div data-wide style={{ minHeight: 49 }} />,
})

/** Who changed what, collapsed until asked for, for owners and admins. Loaded beside the dialog, so that screens weigh no more. */
export const HistorySection = (props: HistoryProps) => useMay()('changes.history') && <FoldedHistory {...props} />

/** The same as a card of a page, which is not printed. */
export const HistoryCard = (props: HistoryProps) =>
  useMay()('changes.history') && (
    <div className="screen-only">
      <Card title="History" flush>
        <div className="to-edge" style={{ paddingBottom: 8 }}>
          <HistorySection {...props} title="Full history" />
        </div>
      </Card>
    </div>
  )
