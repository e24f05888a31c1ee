import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { Card } from '../../ui/layout/card.tsx'
import { formatUnits } from './describe-document.ts'
import { DocumentLink } from './document-columns.tsx'
import { DocumentState } from './document-state.tsx'

type Props = { document: StockDocument; today: string; timezone: string }

const TITLES: Partial<Record<StockDocument['kind'], string>> = {
  order: 'Deliveries',
  transfer: 'Receipts',
  delivery: 'Corrections',
}

/** Deliveries of an order, receipts of a transfer, corrections of a delivery. */
export function RelatedDocuments({ document, today, timezone }: Props) {
  if (document.children.length === 0) return null
  return (
    <div className="screen-only">
      <Card title={TITLES[document.kind] ?? 'Related'} flush>
        <ul className="ruled line-above">
          {document.children.map((child) => (
            <li key={child.documentid} className="list-row to-edge">
              <span className="rest row wrap gap-8">
                <DocumentLink row={child} />
                <DocumentState row={child} today={today} />
              </span>
              <span className="small grey digits" style={{ textAlign: 'right' }}>
                {formatUnits(child.units)}
                <span className="second-line">{formatLongDay(formatDateIn(timezone, child.created_at))}</span>
              </span>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
