import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { StockDocument } from '../../../contract/stock-documents.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { getDocumentName } from '../../lib/format/documents.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useVersionConflict } from '../../ui/edit-conflict/use-version-conflict.ts'
import { formatUnits } from './describe-document.ts'
import { useCloseOrder } from './stock-mutations.ts'

const EDITED = { schema: StockDocument, toFields: () => ({ note: '' }) }

/** Closes an order: what is outstanding will not come. */
export function CloseDialog({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const close = useCloseOrder()
  const [request_id] = useState(createUuid)
  const form = useForm({ initialValues: { note: '' } })
  const { loadTheirs: _, ...conflict } = useVersionConflict(EDITED, form, document)
  const opened = { version: conflict.opened?.version ?? document.version }
  return (
    <FormDialog
      title="Close order"
      subtitle={`${getDocumentName(document)}${document.supplier ? ` · ${document.supplier}` : ''}`}
      form={form}
      save="Close order"
      conflict={conflict}
      onSave={({ note }) => close.mutateAsync({ documentid: document.documentid, opened, note, request_id })}
      onClose={onClose}
    >
      <p data-wide>
        {formatUnits(document.outstanding)} did not come and will not come: they are no longer on order, and nothing more can be
        received of this order.
      </p>
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        placeholder="Why, such as out of stock at the supplier"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
