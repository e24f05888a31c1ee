import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { refreshSession, sessionEndMessage } from '../../auth/session.ts'
import { deleteDraft, readDraft } from '../../auth/signup-draft.ts'
import { client } from '../../lib/api/api.ts'
import { getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import type { TabMode } from './mode-tabs.tsx'

const route = getRouteApi('/login')

export type LoginMode =
  | { kind: 'login' }
  | { kind: 'code' }
  | { kind: 'signup'; step: number }
  | { kind: 'forgot' }
  | { kind: 'new-password'; token: string }

const NOT_SIGNED_IN = 'You’re not signed in. Please log in and try again.'

/** Which form of the login screen is open, and the message above it. */
export function useLoginMode() {
  const { token, confirm, signup } = route.useSearch()
  const { resumeAt } = route.useRouteContext()
  const navigate = useNavigate()
  /** Of a sign-up that was typed in this tab before the page was reloaded. */
  const [hasDraft, setHasDraft] = useState(() => readDraft() !== null)
  const [mode, setMode] = useState<LoginMode>(resumeAt ? { kind: 'signup', step: resumeAt } : { kind: 'login' })
  const [message, setMessage] = useState<FormMessage>(signup && !resumeAt ? createFormError(NOT_SIGNED_IN) : sessionEndMessage())

  /** A link works once, and React runs an effect twice in development. */
  const confirmed = useRef('')

  // The token of a link is removed from the URL at once.
  useEffect(() => {
    if (!token) return
    setMode({ kind: 'new-password', token })
    navigate({ to: '/login', search: {}, replace: true })
  }, [token, navigate])

  useEffect(() => {
    if (!confirm || confirm === confirmed.current) return
    confirmed.current = confirm
    navigate({ to: '/login', search: {}, replace: true })
    confirmEmail(confirm).then(setMessage)
  }, [confirm, navigate])

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

  /** Without a message it was by Cancel or the Login tab: what was typed is not offered again. */
  const leaveSignup = (nextMessage: FormMessage = null) => {
    if (!nextMessage) {
      deleteDraft()
      setHasDraft(false)
    }
    showLogin(nextMessage)
  }

  return {
    mode,
    message,
    hasDraft,
    setMessage,
    showLogin,
    leaveSignup,
    showCode: () => show({ kind: 'code' }),
    showForgot: () => show({ kind: 'forgot' }),
    showTab: (tab: TabMode) => {
      if (tab === mode.kind) return
      if (tab === 'login') leaveSignup()
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

/** Confirms the new e-mail address of a mailed link, and says what has happened. */
async function confirmEmail(token: string): Promise<FormMessage> {
  try {
    const { email } = await client.session.confirmEmail({ token })
    await refreshSession()
    return { kind: 'success', text: `Your e-mail is now ${email}. Sign in with it from now on.` }
  } catch (error) {
    console.error(error)
    return createFormError(getErrorMessage(error, SOMETHING_WRONG))
  }
}
