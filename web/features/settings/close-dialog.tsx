import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { PasswordConfirmation } from '../../../contract/own-sign-in.ts'
import { CurrentPassword } from '../../auth/current-password.tsx'
import { getPasswordErrorField } from '../../auth/password-error-field.ts'
import { refreshSession } from '../../auth/session.ts'
import { FormDialog } from '../../ui/dialog/form-dialog.tsx'
import { LoadingDialog } from '../../ui/dialog/loading-dialog.tsx'
import { ExportFile } from './business-export-card.tsx'
import { closingQuery, useCloseBusiness } from './closing-queries.ts'
import { ClosingSteps } from './closing-steps.tsx'

const WIDE = { 'data-wide': true }
const WORDS = { title: 'Close business', subtitle: 'Download your data first' }

export function CloseDialog({ onClose }: { onClose: () => void }) {
  const closing = useQuery(closingQuery())
  const save = useCloseBusiness()
  const form = useForm({
    initialValues: { current: '' },
    validate: schemaResolver(PasswordConfirmation, { sync: true }),
    transformValues: (values) => PasswordConfirmation.parse(values),
  })
  if (!closing.data)
    return <LoadingDialog {...WORDS} query={closing} failure="Could not load this." fields={3} onClose={onClose} />

  return (
    <FormDialog
      {...WORDS}
      save="Close business"
      color="red"
      form={form}
      onSave={async (input) => {
        await save.mutateAsync(input)
        // It says that the business is closed, which leads to the screen that shows the closing as it was read before.
        await refreshSession()
      }}
      onClose={onClose}
      errorField={getPasswordErrorField}
    >
      <div className="panel" {...WIDE}>
        <ExportFile />
      </div>
      <div {...WIDE}>
        <ClosingSteps closing={closing.data} />
      </div>
      <CurrentPassword wrapperProps={WIDE} {...form.getInputProps('current')} />
    </FormDialog>
  )
}
