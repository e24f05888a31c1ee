import { StockDocument } from '../../../contract/stock-documents.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { NoteDialog } from '../../ui/note/note-dialog.tsx'
import { formatUnits } from './describe-document.ts'
import { useCloseOrder } from './stock-mutations.ts'

/** Closes an order: what is outstanding will not come. */
export function CloseDialog({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const close = useCloseOrder()
  return (
    <NoteDialog
      title="Close order"
      subtitle={`${getDocumentName(document)}${document.supplier ? ` · ${document.supplier}` : ''}`}
      row={document}
      schema={StockDocument}
      placeholder="Why, such as out of stock at the supplier"
      onSave={(ending) => close.mutateAsync({ documentid: document.documentid, ...ending })}
      onClose={onClose}
    >
      <p data-wide>
        {formatUnits(document.outstanding)} did not come and will not come: they are no longer on order, and nothing more can be
        received of this order.
      </p>
    </NoteDialog>
  )
}
