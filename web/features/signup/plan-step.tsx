import type { UseQueryResult } from '@tanstack/react-query'
import type { Plan } from '../../../contract/signup.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { PlanCards } from '../../auth/plan-cards.tsx'
import { StepActions } from './step-actions.tsx'
import type { SignupForms } from './use-signup-forms.ts'

type Props = {
  form: SignupForms['plan']
  plans: UseQueryResult<Plan[]>
  busy: boolean
  onMessage: (message: FormMessage) => void
  onBack: () => void
  onSave: (plan: { subscriptionid: number }) => void
}

export function PlanStep({ form, plans, busy, onMessage, onBack, onSave }: Props) {
  const { subscriptionid } = form.values
  const isOffered = plans.data?.some((plan) => plan.subscriptionid === subscriptionid) ?? false

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (subscriptionid === null || !isOffered) onMessage(createFormError('Please select a plan.'))
        else onSave({ subscriptionid })
      }}
    >
      <PlanCards
        plans={plans}
        chosen={subscriptionid}
        onChoose={(chosen) => form.setValues({ subscriptionid: chosen })}
        hasTrial
      />
      <StepActions busy={busy} disabled={!isOffered} onBack={onBack} />
    </form>
  )
}
