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
      placeholder="Why, such as supplier out of stock"
      onSave={(ending) => close.mutateAsync({ documentid: document.documentid, ...ending })}
      onClose={onClose}
    >
      <p data-wide>
        {formatUnits(document.outstanding)} will not come. They are no longer on order, and you can receive no more of this order.
      </p>
    </NoteDialog>
  )
}
