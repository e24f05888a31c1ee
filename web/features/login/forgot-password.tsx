import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { z } from 'zod'
import { Email } from '../../../contract/session.ts'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { EmailField } from '../../auth/email-field.tsx'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { restoreFocus } from '../../ui/form/restore-focus.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

const ResetRequest = z.object({ email: Email })

type Props = {
  email: string
  onEmail: (email: string) => void
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onBack: () => void
}

/** Requests a reset link by mail. The answer does not reveal whether the account exists. */
export function ForgotPassword({ email, onEmail, message, onMessage, onBack }: Props) {
  // Another attempt may be for another address.
  const { busy, run } = useAttempts()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email },
    onValuesChange: (values) => onEmail(values.email),
    validate: schemaResolver(ResetRequest, { sync: true }),
    transformValues: (values) => ResetRequest.parse(values),
  })

  const submit = form.onSubmit(
    (values) => {
      if (busy) return
      onMessage(null)
      return run(() => client.session.requestPasswordReset(values), {
        onAnswer: () =>
          onMessage({
            kind: 'success',
            text: `If ${values.email} has a login, we sent a link to choose a new password.`,
          }),
        onFailure: (error, isOpen) => isOpen && onMessage(createFormError(getErrorMessage(error, SOMETHING_WRONG))),
      })
    },
    showFirstError(form, onMessage),
  )

  return (
    <FormPage title="Forgot your password?" subtitle="We send you a link to choose a new one" message={message}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <EmailField ref={restoreFocus} key={form.key('email')} {...getFieldProps(form, 'email')} />
        <div className={`row wrap between gap-12 ${classes.actions}`}>
          <Button variant="default" size="lg" onClick={onBack}>
            Back to login
          </Button>
          <BusyButton busy={busy} busyText="Sending…">
            Send link
          </BusyButton>
        </div>
      </form>
    </FormPage>
  )
}
