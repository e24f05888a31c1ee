import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { DifferenceLimit, MAX_CLOSING_HOUR } from '../../../contract/cash-ups.ts'
import { type BusinessDetails, BusinessDetailsInput } from '../../../contract/own-business.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { SelectField } from '../../ui/form/select-field.tsx'
import { type BusinessFields, editedBusiness, formatClosingHour, toBusinessDetails } from './business-form.ts'
import { useUpdateBusiness } from './settings-mutations.ts'

const HOURS = Array.from({ length: MAX_CLOSING_HOUR + 1 }, (_, hour) => ({
  value: String(hour),
  label: formatClosingHour(hour),
}))
const WIDE = { 'data-wide': true }

const validateDetails = schemaResolver(BusinessDetailsInput, { sync: true })

function validate(fields: BusinessFields) {
  const details = toBusinessDetails(fields)
  const isLimit = DifferenceLimit.safeParse(details.difference_limit).success
  return { ...validateDetails(details), ...(!isLimit && { difference_limit: 'Enter rand and cents, such as 50,00.' }) }
}

export function BusinessDialog({ business, onClose }: { business: BusinessDetails; onClose: () => void }) {
  const save = useUpdateBusiness()
  const form = useForm({
    initialValues: editedBusiness.toFields(business),
    validate,
    transformValues: (fields) => BusinessDetailsInput.parse(toBusinessDetails(fields)),
  })
  const conflict = useEditConflict(editedBusiness, form, business)
  const { opened = business } = conflict

  return (
    <FormDialog
      title="Edit business"
      subtitle="Everyone who signs in sees the name in the menu"
      form={form}
      onSave={async (input) => {
        await save.mutateAsync({ input, opened })
        const row = { ...opened, ...input, version: opened.version + 1 }
        conflict.onSaved(row, editedBusiness.toFields(row))
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
        label="The trading day ends at"
        description="For shops that sell after midnight. Dashboard and sales use calendar days."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={HOURS}
        {...form.getInputProps('closing_hour')}
        value={String(form.values.closing_hour)}
        onChange={(hour) => form.setFieldValue('closing_hour', Number(hour))}
      />
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="Difference allowed without a note"
        description="A larger difference needs a note. With 0, every difference does."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        autoComplete="off"
        leftSection="R"
        {...form.getInputProps('difference_limit')}
      />
    </FormDialog>
  )
}
