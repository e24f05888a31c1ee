import { Button } from '@mantine/core'
import type { DateRange } from '../../../../contract/shared/fields.ts'
import { formatPeriod } from '../../../lib/format/dates.ts'
import { formatCount, pluralize } from '../../../lib/format/money.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { RejectedDownload } from '../../../ui/import/rejected-download.tsx'
import type { Done } from './sales-import.ts'

type Props = {
  done: Done
  range: DateRange | undefined
  onShow: (range: DateRange) => void
  onUndo: (importid: number, of: number) => void
}

/** What an import or its undoing has done. */
export function ImportResult({ done, range, onShow, onUndo }: Props) {
  const { outcome } = done
  if (done.kind === 'undone') return <Notice kind="success">Undone: {pluralize(outcome.sales, 'sale')} removed.</Notice>
  const { imported, source } = done
  const left = done.rejected + outcome.failed
  return (
    <>
      <Notice
        kind="success"
        action={
          range && (
            <Button variant="default" size="xs" onClick={() => onShow(range)}>
              Show these sales
            </Button>
          )
        }
      >
        Imported: {pluralize(outcome.sales, 'sale')}.{range && ` Their days: ${formatPeriod(range)}.`}
      </Notice>
      {left > 0 && (
        <p>
          {formatCount(left)} {left === 1 ? 'was' : 'were'} not imported. To add {left === 1 ? 'it' : 'them'}, fix the file and
          upload it again. Sales already imported are left out.
        </p>
      )}
      {source && left > 0 && <RejectedDownload label="Download the lines not imported" source={source} />}
      {outcome.sales > 0 && (
        <Button variant="default" style={{ justifySelf: 'start' }} onClick={() => onUndo(imported.importid, outcome.sales)}>
          Undo this import
        </Button>
      )}
    </>
  )
}
