import type { StockDocument } from '../../../contract/stock-documents.ts'
import { NoteDialog } from '../../ui/note/note-dialog.tsx'
import { useCancelCount } from './count-mutations.ts'
import { getCountName } from './describe-count.ts'
import { CountVersion } from './opened-version.ts'

/** Ends a count without a change of stock. */
export function CancelDialog({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const cancel = useCancelCount()
  return (
    <NoteDialog
      title="Cancel count"
      subtitle={`${getCountName(document)} · ${document.sitename}`}
      row={document}
      schema={CountVersion}
      placeholder="Why, such as begun twice"
      onSave={(ending) => cancel.mutateAsync({ documentid: document.documentid, ...ending })}
      onClose={onClose}
    >
      <p data-wide>No stock changes. What was counted stays here to look at, and nobody can enter more.</p>
    </NoteDialog>
  )
}
