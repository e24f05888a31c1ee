import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { sessionEndMessage } from '../../auth/session.ts'
import type { TabMode } from './mode-tabs.tsx'

const route = getRouteApi('/login')

export type LoginMode =
  | { kind: 'login' }
  | { kind: 'signup'; step: number }
  | { kind: 'forgot' }
  | { kind: 'new-password'; token: string }

const NOT_SIGNED_IN = 'You’re not signed in. Please log in and try again.'

/** Which form of the login screen is open, and the message above it. */
export function useLoginMode() {
  const { token, signup } = route.useSearch()
  const { resumeAt } = route.useRouteContext()
  const navigate = useNavigate()
  const [mode, setMode] = useState<LoginMode>(resumeAt ? { kind: 'signup', step: resumeAt } : { kind: 'login' })
  const [message, setMessage] = useState<FormMessage>(signup && !resumeAt ? createFormError(NOT_SIGNED_IN) : sessionEndMessage())

  // The token of a link is removed from the URL at once.
  useEffect(() => {
    if (!token) return
    setMode({ kind: 'new-password', token })
    navigate({ to: '/login', search: {}, replace: true })
  }, [token, navigate])

  const show = (next: LoginMode, nextMessage: FormMessage = null) => {
    setMode(next)
    setMessage(nextMessage)
  }
  /** `continue`: a reload opens the sign-up again. */
  const setUrl = (signup?: 'continue') => navigate({ to: '/login', search: { signup }, replace: true })

  const showLogin = (nextMessage: FormMessage = null) => {
    show({ kind: 'login' }, nextMessage)
    setUrl()
  }

  return {
    mode,
    message,
    setMessage,
    showLogin,
    showForgot: () => show({ kind: 'forgot' }),
    showTab: (tab: TabMode) => {
      if (tab === mode.kind) return
      if (tab === 'login') showLogin()
      else show({ kind: 'signup', step: 1 })
    },
    continueSignup: (step: number) => {
      show({ kind: 'signup', step })
      setUrl('continue')
    },
    /** A reload opens the sign-up again from now on. */
    keepSignupInUrl: () => signup ?? setUrl('continue'),
  }
}
