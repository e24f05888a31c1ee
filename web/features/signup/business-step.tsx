import { TextInput } from '@mantine/core'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { StepActions } from './step-actions.tsx'
import type { SignupForms } from './use-signup-forms.ts'

type Props = {
  form: SignupForms['business']
  busy: boolean
  onMessage: (message: FormMessage) => void
  onBack: () => void
  onSave: (business: { p_name: string; p_reg: string }) => void
}

export function BusinessStep({ form, busy, onMessage, onBack, onSave }: Props) {
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSave, showFirstError(form, onMessage))}>
      <TextInput label="Business name" autoComplete="organization" size="lg" {...getFieldProps(form, 'p_name')} />
      <TextInput label="Registration number" autoComplete="off" size="lg" {...getFieldProps(form, 'p_reg')} />
      <StepActions busy={busy} onBack={onBack} />
    </form>
  )
}
