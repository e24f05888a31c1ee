import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { api } from '../../lib/api/api.ts'
import { AccountStep } from './account-step.tsx'
import { BusinessStep } from './business-step.tsx'
import { PlanStep } from './plan-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { SiteStep } from './site-step.tsx'
import { StepsBar } from './steps-bar.tsx'
import { type SignupOptions, useSignup } from './use-signup.ts'
import { useStepFocus } from './use-step-focus.ts'

type Props = SignupOptions & { message: FormMessage }

export function Signup({ message, ...options }: Props) {
  const { onMessage, onLogin } = options
  const { step, busy, forms, accountEmail, next, back, toLogin, ...signup } = useSignup(options)
  // Loaded as soon as the tab opens, so that step 4 does not wait.
  const plans = useQuery(api.signup.plans.queryOptions())
  const page = useStepFocus(step)
  const shared = { busy, onMessage, onBack: back }

  useEffect(() => {
    if (plans.error) console.error(plans.error)
  }, [plans.error])

  return (
    <FormPage title="Let’s build your workspace" before={<StepsBar step={step} />} message={message}>
      <div className={classes.step} ref={page} tabIndex={-1}>
        {step === 1 && (
          <AccountStep
            form={forms.account}
            busy={busy}
            accountEmail={accountEmail}
            onMessage={onMessage}
            onSave={signup.createAccount}
            onContinue={next}
            onCancel={() => onLogin()}
          />
        )}
        {step === 2 && <BusinessStep {...shared} form={forms.business} onSave={signup.saveBusiness} />}
        {step === 3 && <SiteStep {...shared} form={forms.site} onSave={signup.saveSite} />}
        {step === 4 && <PlanStep {...shared} form={forms.plan} plans={plans} onSave={signup.savePlan} />}
        {step === 5 && <ReviewStep busy={busy} onLogin={toLogin} onBack={back} onFinish={signup.finish} />}
      </div>
    </FormPage>
  )
}
