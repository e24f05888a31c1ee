import type { StockDocument } from '../../../contract/stock-documents.ts'
import { useMay } from '../../auth/rights.ts'
import { HistorySection } from '../../changes/history-section.tsx'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { Card } from '../../ui/layout/card.tsx'
import { describeEvent } from './describe-document.ts'

/** What happened to a document, oldest first. */
export function DocumentHistory({ document, timezone }: { document: StockDocument; timezone: string }) {
  const mayRead = useMay()('changes.history')
  return (
    <div className="screen-only">
      <Card title="History" flush>
        <ol className="ruled line-above">
          {document.events.map((event, index) => (
            <li key={index} className="list-row to-edge">
              <span className="rest">
                <span className="medium">{describeEvent(document, event)}</span>
                {event.note && <span className="second-line break">{event.note}</span>}
              </span>
              <span className="small grey digits" style={{ textAlign: 'right' }}>
                {formatDateTimeIn(timezone, event.happened_at)}
                <span className="second-line">{event.user ?? 'A former employee'}</span>
              </span>
            </li>
          ))}
        </ol>
        {mayRead && (
          <div className="to-edge line-above">
            <HistorySection noun="stock document" of={{ rowid: String(document.documentid) }} title="Full history" />
          </div>
        )}
      </Card>
    </div>
  )
}
