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
import { useAttempts } from '../../ui/form/use-attempts.ts'

/** Another code would not help. */
const FINAL = ['SIGN_IN_EXPIRED', 'ROLE_REFUSED', 'BUSINESS_CLOSED']

const CodeInput = z.object({ code: SignInCode })

type Props = {
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onSignedIn: (session: Session) => void
  onBack: (message?: FormMessage) => void
}

/** The second step of a sign-in, for people who have turned it on. */
export function CodeForm({ message, onMessage, onSignedIn, onBack }: Props) {
  const { busy, run } = useAttempts()
  const [isSignedIn, setSignedIn] = useState(false)
  const [isRecovery, setRecovery] = useState(false)
  const form = useForm({
    initialValues: { code: '' },
    validate: schemaResolver(CodeInput, { sync: true }),
    transformValues: (values) => CodeInput.parse(values),
  })

  const submit = form.onSubmit(
    (input) => {
      if (isSignedIn || busy) return
      onMessage(null)
      return run(() => client.session.verifyCode(input), {
        onAnswer: (session) => {
          setSignedIn(true)
          onSignedIn(session)
        },
        onFailure: (error, isOpen) => {
          if (!isOpen) return
          const failure = createFormError(getErrorMessage(error, SOMETHING_WRONG))
          if (FINAL.includes(getErrorCode(error) ?? '')) return onBack(failure)
          onMessage(failure)
          if (getErrorCode(error) !== 'CODE_WRONG') return
          form.setErrors({ code: true })
          form.getInputNode('code')?.focus()
        },
      })
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
          <Button variant="default" size="lg" onClick={() => onBack()} disabled={isSignedIn || busy}>
            Back to login
          </Button>
          <BusyButton busy={isSignedIn || busy} busyText="Checking…">
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
