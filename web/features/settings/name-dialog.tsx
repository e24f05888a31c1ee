import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { Name, NameInput } from '../../../contract/account.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { type EditedRow, useEditConflict } from '../../ui/edit-conflict/use-edit-conflict.ts'
import { useRename } from './settings-mutations.ts'

const editedName: EditedRow<Name, NameInput> = {
  schema: Name,
  toFields: ({ firstname, lastname }) => ({ firstname, lastname }),
  describe: ({ firstname, lastname }) => ({ firstname: ['First name', firstname], lastname: ['Last name', lastname] }),
}

export function NameDialog({ name, onClose }: { name: Name; onClose: () => void }) {
  const save = useRename()
  const form = useForm({
    initialValues: editedName.toFields(name),
    validate: schemaResolver(NameInput, { sync: true }),
    transformValues: NameInput.parse,
  })
  const conflict = useEditConflict(editedName, form, name)
  const { opened = name } = conflict

  return (
    <FormDialog
      title="Edit name"
      subtitle="Your name for the team and the dashboard"
      form={form}
      onSave={async (input) => {
        await save.mutateAsync({ input, opened })
        conflict.onSaved({ ...opened, ...input, version: opened.version + 1 }, input)
      }}
      onClose={onClose}
      conflict={conflict}
    >
      <TextInput size="md" label="First name" autoComplete="given-name" {...form.getInputProps('firstname')} />
      <TextInput size="md" label="Last name" autoComplete="family-name" {...form.getInputProps('lastname')} />
    </FormDialog>
  )
}
