import { Button } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { InvitationForm as Schema } from '../../../contract/invitations.ts'
import { AuthLayout } from '../../auth/auth-layout.tsx'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { getHome } from '../../auth/rights.ts'
import { startSession } from '../../auth/session.ts'
import { StrengthMeter } from '../../auth/strength-meter.tsx'
import { api, client } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, getSaveErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import { PasswordField } from '../../ui/form/password-field.tsx'
import { restoreFocus } from '../../ui/form/restore-focus.ts'
import { useAttempts } from '../../ui/form/use-attempts.ts'

/** The link does not work, or the address has a login by now. */
const isOver = (error: unknown) => ['INVITATION_ENDED', 'EMAIL_TAKEN'].includes(getErrorCode(error) ?? '')

/** The page of the link in the mail of an invitation. */
export function InvitationPage() {
  const navigate = useNavigate()
  const token = useRouterState({ select: ({ location }) => location.hash })
  // It is not read again: once it is accepted, it does not exist any more.
  const invitation = useQuery(api.session.readInvitation.queryOptions({ input: { token }, staleTime: Number.POSITIVE_INFINITY }))
  const [over, setOver] = useState<unknown>(null)
  const error = over ?? (isOver(invitation.error) && invitation.error)
  return (
    <AuthLayout wide={false}>
      {error ? (
        <Failure
          message={getErrorMessage(error, SOMETHING_WRONG)}
          action="Go to login"
          onAction={() => navigate({ to: '/login', replace: true })}
        />
      ) : invitation.data ? (
        <PasswordForm token={token} {...invitation.data} onOver={setOver} />
      ) : invitation.isError ? (
        <Failure
          message={getErrorMessage(invitation.error, 'The invitation could not be loaded.')}
          action="Try again"
          onAction={() => invitation.refetch()}
          isBusy={invitation.isFetching}
        />
      ) : (
        <p className="grey" role="status">
          Loading...
        </p>
      )}
    </AuthLayout>
  )
}

type FailureProps = { message: string; action: string; onAction: () => void; isBusy?: boolean }

const Failure = ({ message, action, onAction, isBusy = false }: FailureProps) => (
  <>
    <h1>Invitation</h1>
    <div className={classes.form}>
      <Notice kind="error">{message}</Notice>
      <Button variant="default" size="lg" onClick={onAction} loading={isBusy}>
        {action}
      </Button>
    </div>
  </>
)

type Props = { token: string; business_name: string; email: string; onOver: (error: unknown) => void }

function PasswordForm({ token, business_name, email, onOver }: Props) {
  const navigate = useNavigate()
  const { busy, run } = useAttempts()
  const [message, setMessage] = useState<FormMessage>(null)
  const [isDone, setDone] = useState(false)
  const form = useForm({ initialValues: { password: '', confirm: '' }, validate: schemaResolver(Schema, { sync: true }) })

  /** Signs in with the new password; null where that fails, and the person does it on the login page. */
  const accept = async (password: string) => {
    await client.session.acceptInvitation({ token, password })
    return client.session.signIn({ email, password }).catch(() => null)
  }

  const submit = form.onSubmit(
    ({ password }) => {
      if (isDone || busy) return
      setMessage(null)
      return run(() => accept(password), {
        onAnswer: (session) => {
          setDone(true)
          if (session) startSession(session)
          navigate({ to: session ? getHome(session) : '/login', replace: true })
        },
        onFailure: (error) => {
          if (isOver(error)) onOver(error)
          else setMessage(createFormError(getSaveErrorMessage(error, SOMETHING_WRONG)))
        },
      })
    },
    showFirstError(form, setMessage),
  )

  return (
    <FormPage title={`Welcome to ${business_name}`} subtitle="Choose a password to sign in to the back office" message={message}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <p className="break">
          You sign in with <b>{email}</b>
        </p>
        {/* For the password manager of the browser. */}
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <div>
          <PasswordField
            label="Password"
            placeholder="At least 8 characters"
            autoComplete="new-password"
            size="lg"
            ref={restoreFocus}
            {...getFieldProps(form, 'password')}
          />
          <StrengthMeter password={form.values.password} />
        </div>
        <PasswordField label="Confirm password" autoComplete="new-password" size="lg" {...getFieldProps(form, 'confirm')} />
        <BusyButton busy={isDone || busy} busyText="Signing in…">
          Save password and sign in
        </BusyButton>
      </form>
    </FormPage>
  )
}
