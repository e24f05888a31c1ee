import { Button, TextInput } from '@mantine/core'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { EmailField } from '../../auth/email-field.tsx'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { StrengthMeter } from '../../auth/strength-meter.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import type { Account } from './open-account.ts'
import type { SignupForms } from './use-signup-forms.ts'

type Props = {
  form: SignupForms['account']
  busy: boolean
  /** The e-mail of the account that this sign-up has created. */
  accountEmail: string | null
  onMessage: (message: FormMessage) => void
  onSave: (account: Account) => void
  onContinue: () => void
  onCancel: () => void
}

export function AccountStep({ form, busy, accountEmail, onMessage, onSave, onContinue, onCancel }: Props) {
  const { email, password, confirm } = form.values
  const save = form.onSubmit(onSave, showFirstError(form, onMessage))
  const isSame = email.trim().toLowerCase() === accountEmail && !form.isDirty('firstname') && !form.isDirty('lastname')
  // An account that exists and was not edited needs no second save.
  const isDone = isSame && password === '' && confirm === ''

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        if (!isDone) return save(event)
        event.preventDefault()
        onContinue()
      }}
    >
      {accountEmail && <Notice kind="success">The account {accountEmail} has been created.</Notice>}
      <EmailField {...getFieldProps(form, 'email')} />
      <div className="stack gap-12" style={{ gridTemplateColumns: 'repeat(2, minmax(0, 1fr))' }}>
        <TextInput label="First name" autoComplete="given-name" size="lg" {...getFieldProps(form, 'firstname')} />
        <TextInput label="Last name" autoComplete="family-name" size="lg" {...getFieldProps(form, 'lastname')} />
      </div>
      <div>
        <PasswordField
          label="Password"
          placeholder="At least 6 characters"
          autoComplete="new-password"
          size="lg"
          {...getFieldProps(form, 'password')}
        />
        <StrengthMeter password={password} />
      </div>
      <PasswordField label="Confirm password" autoComplete="new-password" size="lg" {...getFieldProps(form, 'confirm')} />
      <div className={`row wrap between gap-12 ${classes.actions}`}>
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
