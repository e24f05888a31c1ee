import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { StockDocument } from '../../../contract/stock-documents.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useVersionConflict } from '../../ui/edit-conflict/use-version-conflict.ts'
import { useCancelCount } from './count-mutations.ts'
import { getCountName } from './describe-count.ts'
import { CountVersion } from './opened-version.ts'

const EDITED = { schema: CountVersion, toFields: () => ({ note: '' }) }

/** Ends a count without a change of stock. */
export function CancelDialog({ document, onClose }: { document: StockDocument; onClose: () => void }) {
  const cancel = useCancelCount()
  const [request_id] = useState(createUuid)
  const form = useForm({ initialValues: { note: '' } })
  const { loadTheirs: _, ...conflict } = useVersionConflict(EDITED, form, document)
  const opened = { version: conflict.opened?.version ?? document.version }
  return (
    <FormDialog
      title="Cancel count"
      subtitle={`${getCountName(document)} · ${document.sitename}`}
      form={form}
      save="Cancel count"
      conflict={conflict}
      onSave={({ note }) => cancel.mutateAsync({ documentid: document.documentid, opened, note, request_id })}
      onClose={onClose}
    >
      <p data-wide>No stock changes. What was counted stays here to look at, and nobody can enter more.</p>
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        placeholder="Why, such as begun twice"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
