import { TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { EmailChange } from '../../../contract/own-sign-in.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useRequestEmailChange } from './settings-mutations.ts'

const WIDE = { 'data-wide': true }

type Props = { onSent: (email: string) => void; onClose: () => void }

/** The address changes when the link is opened that is mailed to the new one. */
export function EmailDialog({ onSent, onClose }: Props) {
  const send = useRequestEmailChange()
  const form = useForm({
    initialValues: { email: '', current: '' },
    validate: schemaResolver(EmailChange, { sync: true }),
    transformValues: EmailChange.parse,
  })

  return (
    <FormDialog
      title="Change e-mail"
      subtitle="We send a link to the new address. Open it to change."
      save="Send link"
      form={form}
      onSave={async (input) => {
        await send.mutateAsync(input)
        onSent(input.email)
      }}
      onClose={onClose}
      errorField={getPasswordErrorField}
    >
      <TextInput
        size="md"
        wrapperProps={WIDE}
        label="New e-mail"
        type="email"
        autoComplete="email"
        {...form.getInputProps('email')}
      />
      <CurrentPassword wrapperProps={WIDE} {...form.getInputProps('current')} />
    </FormDialog>
  )
}
