import { useEffect, useRef, useState } from 'react'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import { endSession, refreshSession, startSession, useSession } from '../../auth/session.ts'
import { deleteDraft } from '../../auth/signup-draft.ts'
import { client } from '../../lib/api/api.ts'
import { SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { type Account, openAccount } from './open-account.ts'
import { useSignupForms } from './use-signup-forms.ts'
import { useStepRequest } from './use-step-request.ts'

export type SignupOptions = {
  startAt: number
  /** The e-mail typed in the login form; `onEmail` keeps both in step. */
  email: string
  onEmail: (email: string) => void
  onMessage: (message: FormMessage) => void
  onLogin: (message?: FormMessage) => void
  /** There is an account to continue with, also after a reload. */
  onStarted: () => void
  onFinished: () => void
}

/** The steps of the sign-up: which one is open and how each is saved. A step is saved before the next one opens. */
export function useSignup({ startAt, email, onEmail, onMessage, onLogin, onStarted, onFinished }: SignupOptions) {
  const session = useSession()
  const openSession = session && session.signup_step !== null ? session : null
  const forms = useSignupForms(email, onEmail)
  const [step, setStep] = useState(startAt)
  const openStep = useRef(step)
  const [isFinished, setFinished] = useState(false)

  const toLogin = (message: FormMessage) => {
    endSession()
    onLogin(message)
  }
  const { busy, send } = useStepRequest({ onMessage, onSignedOut: toLogin })

  const show = (next: number) => {
    onMessage(null)
    setStep(next)
    openStep.current = next
    if (next > 1) onStarted()
  }

  const readSaved = () =>
    client.signup.review().catch((error) => {
      console.error(error) // the fields stay empty and can be filled in again
      return null
    })
  const isLoaded = useRef(false)
  useEffect(() => {
    if (!openSession || isLoaded.current) return
    isLoaded.current = true
    void readSaved().then((saved) => saved && forms.fill(saved))
  })

  const markEmail = () => {
    forms.account.setErrors({ email: true })
    forms.account.getInputNode('email')?.focus()
  }

  const enter = () => {
    deleteDraft()
    setFinished(true)
    onFinished()
  }

  const createAccount = (account: Account) =>
    send({
      call: async () => {
        const opened = await openAccount(client.signup, account)
        if (!('session' in opened)) return { opened, next: 1, saved: null }
        // After Back to this step the next one follows; a sign-up that was left continues where it stopped.
        const { signup_step: stoppedAt, user } = opened.session
        const cameBack = openSession?.user.user_id === user.user_id
        const saved = stoppedAt !== null && stoppedAt > 2 && !cameBack ? await readSaved() : null
        return { opened, next: cameBack ? 2 : stoppedAt, saved }
      },
      onAnswer: ({ opened, next, saved }) => {
        if ('session' in opened) {
          isLoaded.current = true
          startSession(opened.session)
          if (opened.session.signup_step === null || next === null) return enter()
          if (saved) forms.fill(saved)
          return show(next)
        }
        if (opened.error) console.error(opened.error)
        if (opened.toLogin) onLogin(createFormError(opened.failure))
        else onMessage(createFormError(opened.failure))
        if (opened.isEmailRefused) markEmail()
      },
      refused: SOMETHING_WRONG,
    })

  const saveStep = (call: () => Promise<unknown>, refused: string, unanswered = refused) => {
    const onAnswer = () => {
      refreshSession()
      // An answer that was no longer waited for may find another step open.
      if (step === openStep.current) show(step + 1)
    }
    return send({ call, onAnswer, refused, unanswered })
  }

  return {
    step,
    busy: isFinished || busy,
    forms,
    /** The e-mail of the account that this sign-up has created. */
    accountEmail: openSession?.user.email ?? null,
    next: () => show(step + 1),
    back: () => show(step - 1),
    toLogin,
    createAccount,
    saveBusiness: (business: { p_name: string; p_reg: string }) =>
      saveStep(
        async () => {
          if (!(await client.rpc_create_business(business))) throw new Error('rpc_create_business returned no id.')
        },
        'Could not create business.',
        'Could not create business. Try again.',
      ),
    saveSite: (site: { sitename: string; location: string }) =>
      saveStep(() => client.signup.createSite(site), 'Could not create site. Try again.'),
    savePlan: (plan: { subscriptionid: number }) =>
      saveStep(() => client.signup.choosePlan(plan), 'Could not set up subscription.'),
    finish: () =>
      send({
        call: async () => {
          await client.signup.finish()
          await refreshSession()
        },
        onAnswer: enter,
        refused: SOMETHING_WRONG,
      }),
  }
}
