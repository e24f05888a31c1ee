import { Box, Button, Radio } from '@mantine/core'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { IconArrowLeft } from '@tabler/icons-react'
import { useState } from 'react'
import type { CountSummary } from '../../../contract/stock-counts.ts'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { pluralize } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { formatEntries, type Uncounted } from './describe-count.ts'
import { Differences } from './differences.tsx'

const ApproveDialog = lazyDialog('Approve count', async () => (await import('./approve-dialog.tsx')).ApproveDialog)

type Props = {
  document: StockDocument
  /** Undefined while it loads. */
  summary: CountSummary | undefined
  /** Entries of this device that the server does not have. */
  waiting: number
  onBack: () => void
}

/** What an approval would change. */
export function Review({ document, summary, waiting, onBack }: Props) {
  const [uncounted, setUncounted] = useState<Uncounted>('keep')
  const [isApproving, setApproving] = useState(false)
  const left = summary ? summary.lines - summary.counted : 0
  return (
    <>
      <Differences summary={summary} document={document} />
      <section className="panel stack to-edge screen-only" aria-label="Approve">
        {left > 0 && (
          <Radio.Group
            label={`${pluralize(left, 'product')} not counted`}
            value={uncounted}
            onChange={(value) => setUncounted(value === 'zero' ? 'zero' : 'keep')}
          >
            <Box className="row wrap" mt={10} style={{ gap: '12px 24px' }}>
              <Radio value="keep" label="Keep their stock" />
              <Radio value="zero" label="Set their stock to 0" />
            </Box>
          </Radio.Group>
        )}
        <div className="row wrap end no-icons equal">
          <Button variant="default" leftSection={<IconArrowLeft size={18} stroke={1.75} aria-hidden />} onClick={onBack}>
            Back to counting
          </Button>
          <Button disabled={!summary || waiting > 0} onClick={() => setApproving(true)}>
            Approve count
          </Button>
          {waiting > 0 && (
            <p role="status" className="small grey" style={{ flex: '1 0 100%', textAlign: 'right' }}>
              {formatEntries(waiting)} of this device {waiting === 1 ? 'is' : 'are'} not saved yet. Wait until they are, then
              approve.
            </p>
          )}
        </div>
      </section>
      {isApproving && summary && (
        <ApproveDialog document={document} summary={summary} uncounted={uncounted} onClose={() => setApproving(false)} />
      )}
    </>
  )
}
