import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type BusinessDetails, BusinessDetailsInput } from '../../../contract/account.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.tsx'
import { editedBusiness } from './account-forms.ts'
import { useUpdateBusiness } from './account-mutations.ts'

const WIDE = { 'data-wide': true }

export function BusinessDialog({ business, onClose }: { business: BusinessDetails; onClose: () => void }) {
  const save = useUpdateBusiness()
  const form = useForm({
    initialValues: editedBusiness.toFields(business),
    validate: schemaResolver(BusinessDetailsInput, { sync: true }),
    transformValues: BusinessDetailsInput.parse,
  })
  const conflict = useEditConflict(editedBusiness, form, business)
  const { opened = business } = conflict

  return (
    <FormDialog
      title="Edit business"
      subtitle="The menu shows the name to everyone who signs in"
      form={form}
      onSave={(input) => save.mutateAsync({ input, opened })}
      onClose={onClose}
      conflict={conflict}
    >
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Business name"
        autoComplete="organization"
        {...form.getInputProps('name')}
      />
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Registration number"
        autoComplete="off"
        {...form.getInputProps('registration_number')}
      />
    </FormDialog>
  )
}
