import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type FormMessage, formMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { sessionChanged, sessionEnded, signedIn, useSession } from '../../auth/session.ts'
import { api, client } from '../../lib/api/api.ts'
import { codeOf, messageOf, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { AccountStep } from './account-step.tsx'
import { BusinessStep } from './business-step.tsx'
import { openAccount } from './open-account.ts'
import { PlanStep } from './plan-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SiteStep } from './site-step.tsx'
import { StepsBar } from './steps-bar.tsx'
import { useSignupForms } from './use-signup-forms.ts'

type Props = {
  startAt: number
  /** What was typed to log in; `onEmail` tells it back. */
  email: string
  onEmail: (email: string) => void
  said: FormMessage
  onTell: (said: FormMessage) => void
  onLogin: (said?: FormMessage) => void
  /** There is an account to go on with, after a reload too. */
  onUnderWay: () => void
  onFinished: () => void
}

/** Five steps; each is saved before the next one shows. */
export function Signup({ startAt, email, onEmail, said, onTell, onLogin, onUnderWay, onFinished }: Props) {
  const session = useSession()
  const forms = useSignupForms(email, onEmail)
  // Asked for as soon as the tab opens, so that step 4 does not wait.
  const plans = useQuery(api.signup.plans.queryOptions())
  const [step, setStep] = useState(startAt)
  const [busy, setBusy] = useState(false)
  const page = useStepFocus(step)

  useEffect(() => {
    if (plans.error) console.error(plans.error)
  }, [plans.error])

  const show = (next: number) => {
    onTell(null)
    setStep(next)
    if (next > 1) onUnderWay()
  }
  const back = () => show(step - 1)

  const fill = async () => {
    try {
      forms.fill(await client.signup.review())
    } catch (error) {
      console.error(error) // then the fields are empty, and can be filled in again
    }
  }
  const leave = (saying: FormMessage) => {
    sessionEnded()
    onLogin(saying)
  }

  /** Runs a step's call; what goes wrong is told in the server's words, or in these. */
  const save = async (call: () => Promise<unknown>, refused: string, unanswered = refused) => {
    if (busy) return
    setBusy(true)
    onTell(null)
    try {
      await call()
    } catch (error) {
      console.error(error)
      const saying = formMessage(codeOf(error) === null ? unanswered : messageOf(error, refused))
      if (codeOf(error) === 'NOT_SIGNED_IN') leave(saying)
      else onTell(saying)
    } finally {
      setBusy(false)
    }
  }
  const saveStep = (call: () => Promise<unknown>, refused: string, unanswered?: string) =>
    save(
      async () => {
        await call()
        sessionChanged()
        show(step + 1)
      },
      refused,
      unanswered,
    )

  const isAccountOpen = session !== null && session !== undefined && session.signup_step !== null
  const isNew = useRef(true)
  useEffect(() => {
    if (!isAccountOpen || !isNew.current) return
    isNew.current = false
    void fill()
  })

  const createAccount = async (account: Parameters<typeof openAccount>[1]) => {
    if (busy) return
    setBusy(true)
    onTell(null)
    const opened = await openAccount(client.signup, account)
    if ('session' in opened) {
      const stoppedAt = opened.session.signup_step
      isNew.current = false
      signedIn(opened.session)
      if (stoppedAt === null) return onFinished()
      // Somebody who only came back to this step goes on with the next; somebody who left goes on where it stopped.
      const cameBack = isAccountOpen && session.user.user_id === opened.session.user.user_id
      if (stoppedAt > 2 && !cameBack) await fill()
      show(cameBack ? 2 : stoppedAt)
    } else {
      if (opened.error) console.error(opened.error)
      if (opened.toLogin) onLogin(formMessage(opened.failure))
      else onTell(formMessage(opened.failure))
    }
    setBusy(false)
  }

  return (
    <FormPage title="Let’s build your workspace" before={<StepsBar step={step} />} said={said}>
      <div className={classes.step} ref={page} tabIndex={-1}>
        {step === 1 && (
          <AccountStep
            form={forms.account}
            busy={busy}
            openedFor={isAccountOpen ? session.user.email : null}
            onTell={onTell}
            onSave={createAccount}
            onGoOn={() => show(2)}
            onCancel={() => onLogin()}
          />
        )}
        {step === 2 && (
          <BusinessStep
            form={forms.business}
            busy={busy}
            onTell={onTell}
            onBack={back}
            onSave={(business) =>
              saveStep(
                async () => {
                  if (!(await client.rpc_create_business(business)))
                    throw new Error('rpc_create_business answered without an id.')
                },
                'Could not create business.',
                'Could not create business. Try again.',
              )
            }
          />
        )}
        {step === 3 && (
          <SiteStep
            form={forms.site}
            busy={busy}
            onTell={onTell}
            onBack={back}
            onSave={(site) => saveStep(() => client.signup.createSite(site), 'Could not create site. Try again.')}
          />
        )}
        {step === 4 && (
          <PlanStep
            form={forms.plan}
            plans={plans}
            busy={busy}
            onTell={onTell}
            onBack={back}
            onSave={(plan) => saveStep(() => client.signup.choosePlan(plan), 'Could not set up subscription.')}
          />
        )}
        {step === 5 && (
          <ReviewStep
            busy={busy}
            onLogin={leave}
            onBack={back}
            onFinish={() =>
              save(async () => {
                await client.signup.finish()
                await sessionChanged()
                onFinished()
              }, SOMETHING_WRONG)
            }
          />
        )}
      </div>
    </FormPage>
  )
}

/** A new step begins at its first field; what was pressed to get there, or to the first of them, is gone. */
function useStepFocus(step: number) {
  const page = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step && document.activeElement !== document.body) return
    shown.current = step
    const first = page.current?.querySelector<HTMLElement>('input:checked') ?? page.current?.querySelector<HTMLElement>('input')
    ;(first ?? page.current)?.focus()
  }, [step])
  return page
}
