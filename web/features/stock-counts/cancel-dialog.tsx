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
      placeholder="Why, such as started twice"
      onSave={(ending) => cancel.mutateAsync({ documentid: document.documentid, ...ending })}
      onClose={onClose}
    >
      <p data-wide>Stock stays the same. You can still see the count, but not add to it.</p>
    </NoteDialog>
  )
}
