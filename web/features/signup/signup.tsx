import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getFieldProps, showFirstError } from '../../auth/banner-form.ts'
import type { FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { FormPage } from '../../auth/form-page.tsx'
import { api } from '../../lib/api/api.ts'
import { AccountStep } from './account-step.tsx'
import { PlanStep } from './plan-step.tsx'
import { ReviewStep } from './review-step.tsx'
import { StepActions } from './step-actions.tsx'
import { StepsBar } from './steps-bar.tsx'
import { type SignupOptions, useSignup } from './use-signup.ts'
import type { SignupForms } from './use-signup-forms.ts'
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
      <div className="focus-target" ref={page} tabIndex={-1}>
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

type BusinessStepProps = {
  form: SignupForms['business']
  busy: boolean
  onMessage: (message: FormMessage) => void
  onBack: () => void
  onSave: (business: { p_name: string; p_reg: string }) => void
}

function BusinessStep({ form, busy, onMessage, onBack, onSave }: BusinessStepProps) {
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSave, showFirstError(form, onMessage))}>
      <TextInput label="Business name" autoComplete="organization" size="lg" {...getFieldProps(form, 'p_name')} />
      <TextInput
        label="Registration number"
        description="Sole trader without one? Type your ID number or ‘Sole trader’."
        autoComplete="off"
        size="lg"
        {...getFieldProps(form, 'p_reg')}
      />
      <StepActions busy={busy} onBack={onBack} />
    </form>
  )
}

type SiteStepProps = {
  form: SignupForms['site']
  busy: boolean
  onMessage: (message: FormMessage) => void
  onBack: () => void
  onSave: (site: { sitename: string; location: string }) => void
}

function SiteStep({ form, busy, onMessage, onBack, onSave }: SiteStepProps) {
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(onSave, showFirstError(form, onMessage))}>
      <TextInput label="Primary site name" autoComplete="off" size="lg" {...getFieldProps(form, 'sitename')} />
      <TextInput label="Location" autoComplete="street-address" size="lg" {...getFieldProps(form, 'location')} />
      <StepActions busy={busy} onBack={onBack} />
    </form>
  )
}
