import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { Credentials } from '../../contract/session.ts'
import { client } from '../lib/api.ts'
import { codeOf, messageOf } from '../lib/messages.ts'
import { BusyButton } from '../ui/busy-button.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { focusFirstInvalid } from '../ui/focus-first-invalid.ts'
import { PasswordField } from '../ui/password-field.tsx'
import classes from './form-page.module.css'
import { FormPage } from './form-page.tsx'
import type { Session } from './session.ts'
import { SOMETHING_WRONG, type Told, told } from './told.ts'

type Props = {
  said: Told
  onTell: (said: Told) => void
  onSignedIn: (session: Session) => void
  onForgot: (email: string) => void
}

export function LoginForm({ said, onTell, onSignedIn, onForgot }: Props) {
  const [busy, setBusy] = useState(false)
  const email = useRef<HTMLInputElement>(null)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
    transformValues: (values) => Credentials.parse(values),
  })
  useEffect(() => {
    if (document.activeElement === document.body) email.current?.focus()
  }, [])

  const submit = form.onSubmit(
    async (credentials) => {
      if (busy) return
      setBusy(true)
      onTell(null)
      try {
        const session = await client.session.signIn(credentials)
        if (session?.user) return onSignedIn(session)
        onTell(told('No user found.'))
        setBusy(false)
      } catch (error) {
        console.error(error)
        onTell(told(codeOf(error) === null ? SOMETHING_WRONG : messageOf(error, 'Login failed')))
        setBusy(false)
      }
    },
    (errors) => focusFirstInvalid(form, errors),
  )

  return (
    <FormPage title="Welcome back" subtitle="Sign in to your dashboard" said={said}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField ref={email} key={form.key('email')} {...form.getInputProps('email')} />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          size="lg"
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <BusyButton busy={busy} busyText="Signing in…" mt={6}>
          Sign In
        </BusyButton>
        <button type="button" className={classes.link} onClick={() => onForgot(form.getValues().email)}>
          Forgot password?
        </button>
      </form>
    </FormPage>
  )
}
