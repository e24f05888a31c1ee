import { schemaResolver, useForm } from '@mantine/form'
import { PasswordChange } from '../../../contract/own-sign-in.ts'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { StrengthMeter } from '../../auth/strength-meter.tsx'
import { UserName } from '../../auth/user-name.tsx'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { useChangePassword } from './settings-mutations.ts'

const WIDE = { 'data-wide': true }

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const save = useChangePassword()
  const form = useForm({
    initialValues: { current: '', password: '' },
    validate: schemaResolver(PasswordChange, { sync: true }),
    transformValues: PasswordChange.parse,
  })

  return (
    <FormDialog
      title="Change password"
      subtitle="This signs you out on all other devices"
      save="Change password"
      form={form}
      onSave={(input) => save.mutateAsync(input)}
      onClose={onClose}
      errorField={getPasswordErrorField}
    >
      <PasswordField
        size="md"
        wrapperProps={WIDE}
        label="Current password"
        autoComplete="current-password"
        {...form.getInputProps('current')}
      />
      <div data-wide>
        <PasswordField
          size="md"
          label="New password"
          placeholder="At least 8 characters"
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <StrengthMeter password={form.values.password} />
      </div>
      <UserName />
    </FormDialog>
  )
}
