import { Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { TicketInput } from '../../../contract/tickets.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useCreateTicket } from './ticket-mutations.ts'

const WIDE = { 'data-wide': true }

/** Asks support. A retry after a lost answer finds the ticket that was created. */
export function NewTicketDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateTicket()
  const form = useForm({
    initialValues: { subject: '', message: '' },
    validate: schemaResolver(TicketInput, { sync: true }),
    transformValues: TicketInput.parse,
  })
  return (
    <FormDialog
      title="New ticket"
      subtitle="Support answers by e-mail and here"
      form={form}
      onSave={(input) => create.mutateAsync(input)}
      onClose={onClose}
      save="Send"
    >
      <TextInput size="md" wrapperProps={WIDE} label="Subject" {...form.getInputProps('subject')} />
      <Textarea size="md" wrapperProps={WIDE} label="Message" rows={6} {...form.getInputProps('message')} />
    </FormDialog>
  )
}
