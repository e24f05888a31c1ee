import { Button, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { SignInCode } from '../../../contract/session.ts'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import type { Session } from '../../auth/session.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { BusyButton } from '../../ui/form/busy-button.tsx'

const CodeInput = z.object({ code: SignInCode })

type Props = {
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onSignedIn: (session: Session) => void
  onBack: (message?: FormMessage) => void
}

/** The second step of a sign-in, for people who have turned it on. */
export function CodeForm({ message, onMessage, onSignedIn, onBack }: Props) {
  const [busy, setBusy] = useState(false)
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(CodeInput, { sync: true }),
    transformValues: (values) => CodeInput.parse(values),
  })

  const submit = form.onSubmit(
    async (input) => {
      if (busy) return
      setBusy(true)
      onMessage(null)
      try {
        return onSignedIn(await client.session.verifyCode(input))
      } catch (error) {
        console.error(error)
        const failure = createFormError(getErrorMessage(error, SOMETHING_WRONG))
        const isWrong = getErrorCode(error) === 'CODE_WRONG'
        if (getErrorCode(error) === 'SIGN_IN_EXPIRED' || getErrorCode(error) === 'ROLE_REFUSED') return onBack(failure)
        onMessage(failure)
        setBusy(false)
        if (!isWrong) return
        form.setErrors({ code: true })
        form.getInputNode('code')?.focus()
      }
    },
    showFirstError(form, onMessage),
  )

  const toggle = () => {
    setRecovery(!isRecovery)
    onMessage(null)
    form.reset()
    form.getInputNode('code')?.focus()
  }

  return (
    <FormPage
      title="Enter your code"
      subtitle={isRecovery ? 'Use one of your recovery codes' : 'Open your authenticator app'}
      message={message}
    >
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          size="lg"
          label={isRecovery ? 'Recovery code' : 'Code'}
          placeholder={isRecovery ? 'xxxx-xxxx-xxxx' : '6 digits'}
          inputMode={isRecovery ? 'text' : 'numeric'}
          autoComplete={isRecovery ? 'off' : 'one-time-code'}
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          {...getFieldProps(form, 'code')}
        />
        <div className={`row wrap between gap-12 ${classes.actions}`}>
          <Button variant="default" size="lg" onClick={() => onBack()} disabled={busy}>
            Back to login
          </Button>
          <BusyButton busy={busy} busyText="Checking…">
            Continue
          </BusyButton>
        </div>
        <button type="button" className={`plain-button ${classes.link}`} onClick={toggle}>
          {isRecovery ? 'Use the authenticator app' : 'Use a recovery code'}
        </button>
      </form>
    </FormPage>
  )
}
