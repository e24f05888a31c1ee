import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { PasswordConfirmation } from '../../../contract/own-sign-in.ts'
import type { Webhook } from '../../../contract/webhooks.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { createUuid } from '../../lib/browser/uuid.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { useRotateSecret } from './webhook-mutations.ts'
import type { NewSecret } from './webhook-texts.ts'

type Props = { webhook: Webhook; onRotated: (created: NewSecret) => void; onClose: () => void }

/** Gives a webhook a new secret. */
export function RotateDialog({ webhook: { webhookid, url }, onRotated, onClose }: Props) {
  const rotation = useRotateSecret()
  // One key for all attempts of this dialog: a retry after a lost answer returns the secret that was created.
  const [request_id] = useState(createUuid)
  const form = useForm({
    initialValues: { current: '' },
    validate: schemaResolver(PasswordConfirmation, { sync: true }),
    transformValues: PasswordConfirmation.parse,
  })
  return (
    <FormDialog
      title="New secret"
      subtitle="The receiver needs it within 24 hours"
      save="Create secret"
      form={form}
      saved={() => null}
      onSave={async ({ current }) => {
        const { secret } = await rotation.mutateAsync({ webhookid, current, request_id })
        onRotated({ secret, url, isRotated: true })
      }}
      onClose={onClose}
      errorField={getPasswordErrorField}
    >
      <p data-wide>The current secret stays valid for 24 hours.</p>
      <CurrentPassword wrapperProps={{ 'data-wide': true }} {...form.getInputProps('current')} />
    </FormDialog>
  )
}
