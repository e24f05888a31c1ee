import { TextInput } from '@mantine/core'
import { field, refuse } from '../session/banner-form.ts'
import classes from '../session/form-page.module.css'
import type { Told } from '../session/told.ts'
import { StepEnds } from './step-ends.tsx'
import type { SignupForms } from './use-signup-forms.ts'

type Props = {
  form: SignupForms['site']
  busy: boolean
  onTell: (said: Told) => void
  onBack: () => void
  onSave: (site: { sitename: string; location: string }) => void
}

export function SiteStep({ form, busy, onTell, onBack, onSave }: Props) {
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSave, refuse(form, onTell))}>
      <TextInput label="Primary site name" autoComplete="off" size="lg" {...field(form, 'sitename')} />
      <TextInput label="Location" autoComplete="street-address" size="lg" {...field(form, 'location')} />
      <StepEnds busy={busy} onBack={onBack} />
    </form>
  )
}
