import type { ReactNode } from 'react'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { formatDateTimeIn, formatWeekday } from '../../lib/format/dates.ts'
import { DocumentLink } from './document-columns.tsx'

/** Where, from whom, when and by whom. */
export function DocumentFacts({ document, timezone }: { document: StockDocument; timezone: string }) {
  const { kind, sitename, to_sitename, supplier, reference, expected_on, note, parent, corrects } = document
  const facts: [label: string, value: ReactNode][] = [
    [to_sitename === null ? 'Site' : 'From', sitename],
    ['To', to_sitename],
    ['Supplier', supplier],
    ['Account number', kind === 'order' && document.supplier_account],
    ['Reference', reference],
    ['Expected', expected_on && formatWeekday(expected_on)],
    [parent?.kind === 'transfer' ? 'Transfer' : 'Order', parent && <DocumentLink row={parent} />],
    ['Corrects', corrects && <DocumentLink row={corrects} />],
    [
      'Created',
      <>
        {formatDateTimeIn(timezone, document.created_at)}
        <span className="second-line">{document.created_by ?? 'A former employee'}</span>
      </>,
    ],
    ['Note', note],
  ]
  return (
    <section className="panel to-edge" aria-label="About this document">
      <dl className="facts">
        {facts.map(
          ([label, value]) =>
            value && (
              <div key={label} className={label === 'Note' ? 'full-row' : undefined}>
                <dt>{label}</dt>
                <dd className="break">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  )
}
