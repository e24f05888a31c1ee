import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { TRIAL_DAYS } from '../../../contract/shared/constants.ts'
import type { Plan } from '../../../contract/signup.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatPlanPrice } from '../../lib/format/money.ts'
import { sortByPrice } from './plan-order.ts'
import styles from './plan-step.module.css'
import { StepActions } from './step-actions.tsx'
import type { SignupForms } from './use-signup-forms.ts'

const INCLUDED = ['Unlimited sites', 'Owner & staff roles', 'Sales, stock & cashups', 'Priority support']
export const TRIAL = `${TRIAL_DAYS}-day Trial`

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
  const offered = sortByPrice(plans.data ?? [])
  const isOffered = offered.some((plan) => plan.subscriptionid === subscriptionid)

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (subscriptionid === null || !isOffered) onMessage(createFormError('Please select a plan.'))
        else onSave({ subscriptionid })
      }}
    >
      <div className={styles.plans} role="radiogroup" aria-label="Plan" aria-busy={plans.isPending}>
        {plans.isPending && [1, 2, 3].map((card) => <Skeleton key={card} height={74} radius={12} />)}
        {offered.map((plan, index) => (
          <PlanCard
            key={plan.subscriptionid}
            plan={plan}
            hasTrial={index === 0}
            isChosen={plan.subscriptionid === subscriptionid}
            onChoose={() => form.setValues({ subscriptionid: plan.subscriptionid })}
          />
        ))}
      </div>
      {!plans.isPending && offered.length === 0 && (
        <div className={styles.none}>
          <Button variant="default" onClick={() => plans.refetch()} loading={plans.isFetching}>
            Try again
          </Button>
        </div>
      )}
      <StepActions busy={busy} disabled={!isOffered} onBack={onBack} />
    </form>
  )
}

type CardProps = { plan: Plan; hasTrial: boolean; isChosen: boolean; onChoose: () => void }

function PlanCard({ plan, hasTrial, isChosen, onChoose }: CardProps) {
  const id = `plan-${plan.subscriptionid}`
  return (
    <div className={styles.card} data-chosen={isChosen || undefined}>
      <label className={styles.head}>
        <input
          type="radio"
          name="plan"
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-facts ${id}-more`}
        />
        <span>
          <span className={styles.name}>
            <span id={`${id}-name`}>{plan.name}</span>
            {hasTrial && <span className={styles.trial}>{TRIAL}</span>}
          </span>
          <small>{capitalise(plan.billing_period)}</small>
        </span>
        <span className={styles.cost} id={`${id}-facts`}>
          <span className={styles.price}>{formatPlanPrice(plan.price, plan.currency)}</span>
          <small>incl. taxes where applicable</small>
        </span>
      </label>
      {isChosen && (
        <div className={styles.more} id={`${id}-more`}>
          <p>{plan.description}</p>
          <ul>
            {INCLUDED.map((line) => (
              <li key={line}>
                <IconCheck size={16} stroke={2.5} aria-hidden />
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
