import { Button } from '@mantine/core'
import { ORPCError } from '@orpc/client'
import { useState } from 'react'
import type { z } from 'zod'
import { CountSearch } from '../../../contract/search/stock.ts'
import { BelowZeroProducts, type CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { client } from '../../lib/api/api.ts'
import { getConflictingRow } from '../../lib/api/edit-conflict.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { formatQuantity, pluralize } from '../../lib/format/money.ts'
import { CloseDialogButton, Dialog } from '../../ui/dialog/dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toast.tsx'
import { useAttempts } from '../../ui/form/use-attempts.ts'
import { useApproveCount } from './count-mutations.ts'
import { describeApproval, describeScope, getCountName, type Uncounted } from './describe-count.ts'
import { CountVersion } from './opened-version.ts'

/** The products whose stock would be below zero; an older server names none. */
type BelowZero = z.output<typeof BelowZeroProducts>

function getBelowZero(error: unknown): BelowZero | undefined {
  if (getErrorCode(error) !== 'BELOW_ZERO') return undefined
  const found = BelowZeroProducts.safeParse(error instanceof ORPCError ? error.data : undefined)
  return found.success ? found.data : { products: [], results: 0 }
}

type Props = {
  document: StockDocument
  /** As it is shown. */
  summary: CountSummary
  uncounted: Uncounted
  onClose: () => void
}

/** Asks before the stock changes. It approves what the person has seen: after a conflict it shows the fresh numbers first. */
export function ApproveDialog({ document, summary, uncounted, onClose }: Props) {
  const approve = useApproveCount()
  const { busy, run } = useAttempts()
  const [seen, setSeen] = useState({ summary, version: document.version, request_id: createUuid() })
  const [message, setMessage] = useState<string | null>(null)
  const [belowZero, setBelowZero] = useState<BelowZero | null>(null)
  const { documentid } = document

  const showFresh = async (version: number) => {
    const { summary } = await client.stock.counts.lines({ ...CountSearch.parse({ review: true }), documentid })
    setSeen({ summary, version, request_id: createUuid() })
  }

  const confirm = () => {
    setMessage(null)
    const { version, request_id } = seen
    const approval = { documentid, opened: { version }, entries: seen.summary.entries, uncounted, request_id }
    const input = { ...approval, accepts_below_zero: belowZero !== null }
    return run(() => approve.mutateAsync(input), {
      onAnswer: () => {
        showToast('Count approved')
        onClose()
      },
      onFailure: (error) => {
        setMessage(getErrorMessage(error, SOMETHING_WRONG))
        const belowZero = getBelowZero(error)
        if (belowZero) {
          setBelowZero(belowZero)
          setSeen({ ...seen, request_id: createUuid() })
        }
        const now = getConflictingRow(CountVersion, error)
        if (now || getErrorCode(error) === 'COUNTED_MORE')
          showFresh(now?.version ?? version).catch((problem) => console.error(problem))
      },
    })
  }

  return (
    <Dialog
      title="Approve count"
      subtitle={`${getCountName(document)} · ${document.sitename} · ${describeScope(document)}`}
      width={440}
      sheet
      onClose={onClose}
      busy={busy}
      footer={
        <>
          <CloseDialogButton onClick={onClose} data-autofocus />
          <Button onClick={confirm} loading={busy}>
            {belowZero ? 'Approve anyway' : 'Approve count'}
          </Button>
        </>
      }
    >
      <div className="stack">
        {message && (
          <Notice kind="error">
            {message}
            {belowZero && (
              <ul className="digits break">
                {belowZero.products.map(({ productname, stock }, index) => (
                  <li key={index}>
                    {productname}: {formatQuantity(stock)}
                  </li>
                ))}
                {belowZero.results > belowZero.products.length && (
                  <li>and {pluralize(belowZero.results - belowZero.products.length, 'other product')}</li>
                )}
              </ul>
            )}
          </Notice>
        )}
        <p className="digits">{describeApproval(seen.summary, uncounted)}</p>
      </div>
    </Dialog>
  )
}
