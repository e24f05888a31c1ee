import { TextInput } from '@mantine/core'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { StepActions } from './step-actions.tsx'
import type { SignupForms } from './use-signup-forms.ts'

type Props = {
  form: SignupForms['site']
  busy: boolean
  onMessage: (message: FormMessage) => void
  onBack: () => void
  onSave: (site: { sitename: string; location: string }) => void
}

export function SiteStep({ form, busy, onMessage, onBack, onSave }: Props) {
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSave, showFirstError(form, onMessage))}>
      <TextInput label="Primary site name" autoComplete="off" size="lg" {...getFieldProps(form, 'sitename')} />
      <TextInput label="Location" autoComplete="street-address" size="lg" {...getFieldProps(form, 'location')} />
      <StepActions busy={busy} onBack={onBack} />
    </form>
  )
}
