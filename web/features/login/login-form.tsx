import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Credentials } from '../../../contract/session.ts'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { EmailField } from '../../auth/email-field.tsx'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import type { Session } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, getMinutesToWait, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { restoreFocus } from '../../ui/form/restore-focus.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

type Props = {
  email: string
  onEmail: (email: string) => void
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onSignedIn: (session: Session) => void
  /** The password is right, and a code is needed. */
  onCode: () => void
  onForgot: () => void
}

export function LoginForm({ email, onEmail, message, onMessage, onSignedIn, onCode, onForgot }: Props) {
  // Another attempt may be for another account.
  const { busy, run } = useAttempts()
  const [isSignedIn, setSignedIn] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email, password: '' },
    onValuesChange: (values) => onEmail(values.email),
    validate: schemaResolver(Credentials, { sync: true }),
    transformValues: (values) => Credentials.parse(values),
  })

  const submit = form.onSubmit(
    (credentials) => {
      if (isSignedIn || busy) return
      onMessage(null)
      return run(() => client.session.signIn(credentials), {
        onAnswer: (session) => {
          if (!session?.user) return onMessage(createFormError('No user found.'))
          setSignedIn(true)
          onSignedIn(session)
        },
        onFailure: (error, isOpen) => {
          if (!isOpen) return
          if (getErrorCode(error) === 'CODE_REQUIRED') onCode()
          else onMessage(createFormError(describeFailure(error)))
        },
      })
    },
    showFirstError(form, onMessage),
  )

  return (
    <FormPage title="Welcome back" subtitle="Sign in to your dashboard" message={message}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField ref={restoreFocus} key={form.key('email')} {...getFieldProps(form, 'email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          size="lg"
          key={form.key('password')}
          {...getFieldProps(form, 'password')}
        />
        <BusyButton busy={isSignedIn || busy} busyText="Signing in…" mt={6}>
          Sign In
        </BusyButton>
        <button type="button" className={`plain-button ${classes.link}`} onClick={onForgot}>
          Forgot password?
        </button>
      </form>
    </FormPage>
  )
}

function describeFailure(error: unknown) {
  if (getErrorCode(error) === null) return SOMETHING_WRONG
  const message = getErrorMessage(error, 'Login failed')
  // A new password lifts the limit, which others may have reached by guessing.
  return getMinutesToWait(error) ? `${message} To sign in now, choose a new password with "Forgot password?".` : message
}
