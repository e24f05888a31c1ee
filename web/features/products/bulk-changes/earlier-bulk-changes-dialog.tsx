import { Box, Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type CSSProperties, useState } from 'react'
import type { AppliedProductChange } from '../../../../contract/product-changes.ts'
import { useTimezone } from '../../../auth/timezone.ts'
import { api, queryClient } from '../../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../../lib/api/messages.ts'
import { invalidate } from '../../../lib/api/stale-queries.ts'
import { describeBulkChange } from '../../../lib/format/bulk-change.ts'
import { formatDateTimeIn } from '../../../lib/format/dates.ts'
import { pluralize } from '../../../lib/format/money.ts'
import { LoadFailure } from '../../../ui/feedback/load-failure.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { BorderedBox } from '../../../ui/layout/bordered-box.tsx'
import { StepDialog } from '../../../ui/steps/step-dialog.tsx'
import { describeUndone } from './describe-undone.ts'
import { undoBulkChange } from './use-bulk-change.ts'

type Outcome = { kind: 'success' | 'error'; message: string }

/** The latest changes of many products, each with an undo. */
export function EarlierBulkChangesDialog({ onClose }: { onClose: () => void }) {
  const changes = useQuery(api.products.changes.list.queryOptions())
  const [undoing, setUndoing] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<Outcome | null>(null)

  const undo = async (changeid: string) => {
    setUndoing(changeid)
    setOutcome(null)
    try {
      const result = await undoBulkChange(changeid)
      await invalidate(queryClient, ['products'])
      setOutcome({ kind: 'success', message: describeUndone(result) })
    } catch (error) {
      console.error(error)
      setOutcome({ kind: 'error', message: getErrorMessage(error, SOMETHING_WRONG) })
    }
    setUndoing(null)
  }

  return (
    <StepDialog
      title="Earlier changes"
      subtitle="Bulk changes in the last 30 days"
      step="list"
      unsaved={undefined}
      onClose={onClose}
      busy={undoing !== null}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      {outcome && <Notice kind={outcome.kind}>{outcome.message}</Notice>}
      {changes.isPending && <Skeleton height={120} />}
      {changes.isError && !changes.data && <LoadFailure query={changes} failure="Failed to load the changes" />}
      {changes.data?.length === 0 && (
        <Box component="p" py={48} ta="center" c="dimmed">
          No bulk changes yet.
        </Box>
      )}
      {changes.data && changes.data.length > 0 && (
        <BorderedBox>
          <ul className="ruled">
            {changes.data.map((change) => (
              <BulkChangeRow key={change.changeid} change={change} undoing={undoing} onUndo={undo} />
            ))}
          </ul>
        </BorderedBox>
      )}
    </StepDialog>
  )
}

type BulkChangeProps = { change: AppliedProductChange; undoing: string | null; onUndo: (changeid: string) => Promise<void> }

function BulkChangeRow({ change, undoing, onUndo }: BulkChangeProps) {
  const timezone = useTimezone()
  const { changeid, changed_by, applied_at, applied, undone_at } = change
  const text = `${describeBulkChange(change.change)}, ${pluralize(applied, 'product')}`
  return (
    <li className="list-row between" style={{ '--row-height': '56px' } as CSSProperties}>
      <div>
        <div>{text}</div>
        <div className="grey small">{[formatDateTimeIn(timezone, applied_at), changed_by].filter(Boolean).join(' • ')}</div>
      </div>
      {undone_at ? (
        <span className="grey small">Undone</span>
      ) : (
        <Button
          variant="default"
          size="xs"
          aria-label={`Undo ${text}`}
          disabled={undoing !== null && undoing !== changeid}
          loading={undoing === changeid}
          onClick={() => void onUndo(changeid)}
        >
          Undo
        </Button>
      )}
    </li>
  )
}
