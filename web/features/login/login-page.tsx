import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useEffect, useState } from 'react'
import { AuthLayout } from '../../auth/auth-layout.tsx'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { getHome, isLetIn } from '../../auth/rights.ts'
import { ACCESS_ENDED, type Session, signOut, startSession, useSession } from '../../auth/session.ts'
import { deleteDraft } from '../../auth/signup-draft.ts'
import { CodeForm } from './code-form.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { DraftCard, SignedInCard } from './login-cards.tsx'
import { LoginForm } from './login-form.tsx'
import { getTabId, ModeTabs, PANEL_ID } from './mode-tabs.tsx'
import { NewPassword } from './new-password.tsx'
import { useLoginMode } from './use-login-mode.ts'

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

type Props = { signup: ComponentType<SignupProps> }

/** Login, sign-up and password reset. The sign-up is another feature; the route passes it in. */
export function LoginPage({ signup }: Props) {
  const session = useSession()
  const login = useLoginMode()
  const { mode, hasDraft, setMessage } = login

  // The route guard sends a user here who lost the role while signed in.
  const isRefused = session ? !isLetIn(session) : false
  useEffect(() => {
    if (!isRefused) return
    setMessage(createFormError(ACCESS_ENDED))
    signOut().catch(console.error)
  }, [isRefused, setMessage])

  const tab = mode.kind === 'signup' ? 'signup' : 'login'
  return (
    <AuthLayout wide={tab === 'signup'}>
      {session && !isRefused && mode.kind === 'login' && <SignedInCard session={session} onContinue={login.continueSignup} />}
      {session === null && mode.kind === 'login' && hasDraft && <DraftCard onContinue={() => login.showTab('signup')} />}
      <ModeTabs mode={tab} onChange={login.showTab} />
      <div id={PANEL_ID} role="tabpanel" aria-labelledby={getTabId(tab)}>
        <OpenForm login={login} signup={signup} />
      </div>
    </AuthLayout>
  )
}

function OpenForm({ login, signup: Signup }: Props & { login: ReturnType<typeof useLoginMode> }) {
  const { mode, message, setMessage, showLogin, showForgot } = login
  const navigate = useNavigate()
  // The forms share the typed e-mail.
  const [email, setEmail] = useState('')
  const shared = { message, onMessage: setMessage }
  const withEmail = { ...shared, email, onEmail: setEmail }

  const toHome = (session: Session) => navigate({ to: getHome(session), replace: true })
  const enter = (session: Session) => {
    deleteDraft()
    startSession(session)
    toHome(session)
  }

  switch (mode.kind) {
    case 'login':
      return <LoginForm {...withEmail} onSignedIn={enter} onCode={login.showCode} onForgot={showForgot} />
    case 'code':
      return <CodeForm {...shared} onSignedIn={enter} onBack={showLogin} />
    case 'forgot':
      return <ForgotPassword {...withEmail} onBack={() => showLogin()} />
    case 'new-password':
      return (
        <NewPassword
          {...shared}
          token={mode.token}
          onDone={() => showLogin({ kind: 'success', text: 'Your new password is saved. Please log in with it.' })}
          onForgot={showForgot}
        />
      )
    case 'signup':
      return (
        <Signup
          {...withEmail}
          startAt={mode.step}
          onLogin={login.leaveSignup}
          onStarted={login.keepSignupInUrl}
          onFinished={() => void navigate({ to: '/dashboard', replace: true })}
        />
      )
  }
}
