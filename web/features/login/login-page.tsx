import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { AuthLayout } from '../../auth/auth-layout.tsx'
import { type FormMessage, formMessage } from '../../auth/form-message.ts'
import { ACCESS_ENDED, type Session, sessionEndMessage, signedIn, signOut, useSession } from '../../auth/session.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { LoginForm } from './login-form.tsx'
import { ModeTabs, panelId, tabId } from './mode-tabs.tsx'
import { NewPassword } from './new-password.tsx'
import { SignedInCard } from './signed-in-card.tsx'

const route = getRouteApi('/login')

type Mode = { kind: 'login' } | { kind: 'signup'; step: number } | { kind: 'forgot' } | { kind: 'new-password'; token: string }

type SignupProps = {
  startAt: number
  email: string
  onEmail: (email: string) => void
  message: FormMessage
  onMessage: (message: FormMessage) => void
  onLogin: (message?: FormMessage) => void
  onStarted: () => void
  onFinished: () => void
}

const NOT_SIGNED_IN = 'You’re not signed in. Please log in and try again.'

/** Login, sign-up and password reset. The sign-up is another feature; the route passes it in. */
export function LoginPage({ signup: Signup }: { signup: ComponentType<SignupProps> }) {
  const { token, signup } = route.useSearch()
  const { resumeAt } = route.useRouteContext()
  const navigate = useNavigate()
  const session = useSession()
  const [mode, setMode] = useState<Mode>(resumeAt ? { kind: 'signup', step: resumeAt } : { kind: 'login' })
  const [email, setEmail] = useState('')
  const [message, setMessage] = useState<FormMessage>(signup && !resumeAt ? formMessage(NOT_SIGNED_IN) : sessionEndMessage())

  const show = (next: Mode, nextMessage: FormMessage = null) => {
    setMode(next)
    setMessage(nextMessage)
  }
  /** `continue`: a reload opens the sign-up again. */
  const setUrl = (signup?: 'continue') => navigate({ to: '/login', search: { signup }, replace: true })
  const toLogin = (nextMessage: FormMessage = null) => {
    show({ kind: 'login' }, nextMessage)
    setUrl()
  }
  const toDashboard = () => navigate({ to: '/dashboard', replace: true })

  useEffect(() => {
    if (!token) return
    setMode({ kind: 'new-password', token })
    navigate({ to: '/login', search: {}, replace: true })
  }, [token, navigate])

  // The guard sends a user here who lost the role while signed in.
  const isRefused = session?.role === 'employee'
  useEffect(() => {
    if (!isRefused) return
    setMessage(formMessage(ACCESS_ENDED))
    signOut().catch(console.error)
  }, [isRefused])

  const enter = (entered: Session) => {
    signedIn(entered)
    toDashboard()
  }

  const typed = { email, onEmail: setEmail }
  const tab = mode.kind === 'signup' ? 'signup' : 'login'
  return (
    <AuthLayout wide={mode.kind === 'signup'}>
      {session && !isRefused && mode.kind === 'login' && (
        <SignedInCard
          session={session}
          onContinue={(step) => {
            show({ kind: 'signup', step })
            setUrl('continue')
          }}
        />
      )}
      <ModeTabs
        mode={tab}
        onChange={(next) => {
          if (next === mode.kind) return
          if (next === 'login') toLogin()
          else show({ kind: 'signup', step: 1 })
        }}
      />
      <div id={panelId} role="tabpanel" aria-labelledby={tabId(tab)}>
        {mode.kind === 'login' && (
          <LoginForm
            {...typed}
            message={message}
            onMessage={setMessage}
            onSignedIn={enter}
            onForgot={() => show({ kind: 'forgot' })}
          />
        )}
        {mode.kind === 'forgot' && (
          <ForgotPassword {...typed} message={message} onMessage={setMessage} onBack={() => toLogin()} />
        )}
        {mode.kind === 'new-password' && (
          <NewPassword
            token={mode.token}
            message={message}
            onMessage={setMessage}
            onDone={() => toLogin({ kind: 'success', text: 'Your new password is saved. Please log in with it.' })}
            onForgot={() => show({ kind: 'forgot' })}
          />
        )}
        {mode.kind === 'signup' && (
          <Signup
            startAt={mode.step}
            {...typed}
            message={message}
            onMessage={setMessage}
            onLogin={toLogin}
            onStarted={() => signup ?? setUrl('continue')}
            onFinished={toDashboard}
          />
        )}
      </div>
    </AuthLayout>
  )
}
