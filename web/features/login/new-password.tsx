import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { z } from 'zod'
import { Password } from '../../../contract/session.ts'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { refreshSession } from '../../auth/session.ts'
import { StrengthMeter } from '../../auth/strength-meter.tsx'
import { client } from '../../lib/api/api.ts'
import { getErrorCode, getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { restoreFocus } from '../../ui/form/restore-focus.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

const PasswordForm = z.object({ password: Password })

type Props = {
  token: string
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onDone: () => void
  onForgot: () => void
}

/** The form that a reset link opens. */
export function NewPassword({ token, message, onMessage, onDone, onForgot }: Props) {
  const { busy, run } = useAttempts()
  const [isExpired, setExpired] = useState(false)
  const form = useForm({ initialValues: { password: '' }, validate: schemaResolver(PasswordForm, { sync: true }) })

  const submit = form.onSubmit(
    ({ password }) => {
      if (busy) return
      onMessage(null)
      const save = async () => {
        await client.session.resetPassword({ token, password })
        await refreshSession()
      }
      return run(save, {
        onAnswer: onDone,
        onFailure: (error, isOpen) => {
          if (!isOpen) return
          setExpired(getErrorCode(error) === 'LINK_EXPIRED')
          onMessage(createFormError(getSaveErrorMessage(error, SOMETHING_WRONG)))
        },
      })
    },
    showFirstError(form, onMessage),
  )

  return (
    <FormPage title="Choose a new password" subtitle="This signs you out on all other devices" message={message}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div>
          <PasswordField
            label="New password"
            placeholder="At least 6 characters"
            autoComplete="new-password"
            size="lg"
            ref={restoreFocus}
            {...getFieldProps(form, 'password')}
          />
          <StrengthMeter password={form.values.password} />
        </div>
        <BusyButton busy={busy} busyText="Saving…">
          Save password
        </BusyButton>
        {isExpired && (
          <button type="button" className={`plain-button ${classes.link}`} onClick={onForgot}>
            Ask for a new link
          </button>
        )}
      </form>
    </FormPage>
  )
}
