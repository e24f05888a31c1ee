import { Button, TextInput } from '@mantine/core'
import { field, refuse } from '../../auth/banner-form.ts'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { StrengthMeter } from '../../auth/strength-meter.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { EmailField } from '../../ui/form/email-field.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { SignupForms } from './use-signup-forms.ts'

type Account = { email: string; password: string; firstname: string; lastname: string }
type Props = {
  form: SignupForms['account']
  busy: boolean
  /** The e-mail of an account that this sign-up made already. */
  openedFor: string | null
  onTell: (said: FormMessage) => void
  onSave: (account: Account) => void
  onGoOn: () => void
  onCancel: () => void
}

export function AccountStep({ form, busy, openedFor, onTell, onSave, onGoOn, onCancel }: Props) {
  const { email, password, confirm } = form.values
  const save = form.onSubmit(onSave, refuse(form, onTell))
  const isSame = email.trim().toLowerCase() === openedFor && !form.isDirty('firstname') && !form.isDirty('lastname')
  // Nothing here is left to do for an account that is open, but for somebody who types another name or a password again.
  const isDone = isSame && password === '' && confirm === ''

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        if (!isDone) return save(event)
        event.preventDefault()
        onGoOn()
      }}
    >
      {openedFor && <Notice kind="success">The account {openedFor} has been created.</Notice>}
      <EmailField {...field(form, 'email')} />
      <div className={classes.pair}>
        <TextInput label="First name" autoComplete="given-name" size="lg" {...field(form, 'firstname')} />
        <TextInput label="Last name" autoComplete="family-name" size="lg" {...field(form, 'lastname')} />
      </div>
      <div>
        <PasswordField
          label="Password"
          placeholder="At least 6 characters"
          autoComplete="new-password"
          size="lg"
          {...field(form, 'password')}
        />
        <StrengthMeter password={password} />
      </div>
      <PasswordField label="Confirm password" autoComplete="new-password" size="lg" {...field(form, 'confirm')} />
      <div className={classes.ends}>
        <Button variant="default" size="lg" onClick={onCancel} disabled={busy}>
          Cancel
        </Button>
        <BusyButton busy={busy} busyText="Creating account…">
          Create account
        </BusyButton>
      </div>
    </form>
  )
}
