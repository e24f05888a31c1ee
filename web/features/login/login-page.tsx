import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AuthLayout } from '../../auth/auth-layout.tsx'
import { type FormMessage, formMessage } from '../../auth/form-message.ts'
import { ACCESS_ENDED, type Session, sessionEndMessage, signedIn, signOut, useSession } from '../../auth/session.ts'
import { Signup } from '../signup/signup.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { LoginForm } from './login-form.tsx'
import { ModeTabs, panelId, tabId } from './mode-tabs.tsx'
import { NewPassword } from './new-password.tsx'
import { SignedInCard } from './signed-in-card.tsx'

const route = getRouteApi('/login')

type Mode = { kind: 'login' } | { kind: 'signup'; step: number } | { kind: 'forgot' } | { kind: 'new-password'; token: string }

const NOT_SIGNED_IN = 'You’re not signed in. Please log in and try again.'

/** Login and sign-up, and what a forgotten password needs. */
export function LoginPage() {
  const { token, signup } = route.useSearch()
  const { resumeAt } = route.useRouteContext()
  const navigate = useNavigate()
  const session = useSession()
  const [mode, setMode] = useState<Mode>(resumeAt ? { kind: 'signup', step: resumeAt } : { kind: 'login' })
  const [email, setEmail] = useState('')
  const [said, tell] = useState<FormMessage>(signup && !resumeAt ? formMessage(NOT_SIGNED_IN) : sessionEndMessage())

  const show = (next: Mode, saying: FormMessage = null) => {
    setMode(next)
    tell(saying)
  }
  /** What a reload opens. */
  const keepInAddress = (signup?: 'continue') => navigate({ to: '/login', search: { signup }, replace: true })
  const toLogin = (saying: FormMessage = null) => {
    show({ kind: 'login' }, saying)
    keepInAddress()
  }
  const toDashboard = () => navigate({ to: '/dashboard', replace: true })

  useEffect(() => {
    if (!token) return
    setMode({ kind: 'new-password', token })
    navigate({ to: '/login', search: {}, replace: true })
  }, [token, navigate])

  // Whoever lost the role while signed in is led here by the guard, and hears why.
  const isRefused = session?.role === 'employee'
  useEffect(() => {
    if (!isRefused) return
    tell(formMessage(ACCESS_ENDED))
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
            keepInAddress('continue')
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
          <LoginForm {...typed} message={said} onMessage={tell} onSignedIn={enter} onForgot={() => show({ kind: 'forgot' })} />
        )}
        {mode.kind === 'forgot' && <ForgotPassword {...typed} message={said} onMessage={tell} onBack={() => toLogin()} />}
        {mode.kind === 'new-password' && (
          <NewPassword
            token={mode.token}
            message={said}
            onMessage={tell}
            onDone={() => toLogin({ kind: 'success', text: 'Your new password is saved. Please log in with it.' })}
            onForgot={() => show({ kind: 'forgot' })}
          />
        )}
        {mode.kind === 'signup' && (
          <Signup
            startAt={mode.step}
            {...typed}
            said={said}
            onTell={tell}
            onLogin={toLogin}
            onUnderWay={() => signup ?? keepInAddress('continue')}
            onFinished={toDashboard}
          />
        )}
      </div>
    </AuthLayout>
  )
}
