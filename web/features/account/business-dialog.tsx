import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { type BusinessDetails, BusinessDetailsInput } from '../../../contract/account.ts'
import { MAX_CLOSING_HOUR } from '../../../contract/cash-ups.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.tsx'
import { SelectField } from '../../ui/form/select-field.tsx'
import { editedBusiness, formatClosingHour } from './account-forms.ts'
import { useUpdateBusiness } from './account-mutations.ts'

const HOURS = Array.from({ length: MAX_CLOSING_HOUR + 1 }, (_, hour) => ({
  value: String(hour),
  label: formatClosingHour(hour),
}))
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
      onSave={async (input) => {
        await save.mutateAsync({ input, opened })
        conflict.onSaved({ ...opened, ...input, version: opened.version + 1 }, input)
      }}
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
      <SelectField
        wrapperProps={WIDE}
        label="Day of a cash-up ends at"
        description="For shops that sell after midnight. Dashboard and sales use calendar days."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={HOURS}
        {...form.getInputProps('closing_hour')}
        value={String(form.values.closing_hour ?? 0)}
        onChange={(hour) => form.setFieldValue('closing_hour', Number(hour))}
      />
    </FormDialog>
  )
}
