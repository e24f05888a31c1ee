import { Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { type ReactNode, useState } from 'react'
import type { z } from 'zod'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../dialog/form-dialog.tsx'
import { useEditConflict } from '../edit-conflict/use-edit-conflict.ts'

type Row = { version: number }

type Props<Now extends Row> = {
  /** Also the text of the button. */
  title: string
  subtitle: string
  /** What it ends, as it was opened. */
  row: Row
  /** Of the row in a version conflict. */
  schema: z.ZodType<Now>
  placeholder: string
  onSave: (ending: { opened: Row; note: string; request_id: string }) => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** Asks for a note before something ends for good. */
export function NoteDialog<Now extends Row>({ title, subtitle, row, schema, placeholder, ...props }: Props<Now>) {
  const { onSave, onClose, children } = props
  const [request_id] = useState(createUuid)
  const [edited] = useState(() => ({ schema, toFields: () => ({ note: '' }) }))
  const form = useForm({ initialValues: { note: '' } })
  const { loadTheirs: _, ...conflict } = useEditConflict(edited, form, row)
  const opened = { version: conflict.opened?.version ?? row.version }
  return (
    <FormDialog
      title={title}
      subtitle={subtitle}
      form={form}
      save={title}
      conflict={conflict}
      onSave={({ note }) => onSave({ opened, note, request_id })}
      onClose={onClose}
    >
      {children}
      <Textarea
        size="md"
        wrapperProps={{ 'data-wide': true }}
        label="Note (optional)"
        placeholder={placeholder}
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('note')}
      />
    </FormDialog>
  )
}
