import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { TRIAL_DAYS } from '../../../contract/shared/constants.ts'
import type { Plan } from '../../../contract/signup.ts'
import { type FormMessage, formMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { planPrice } from '../../lib/format/money.ts'
import { capitalise, sortByPrice } from './plan-order.ts'
import plan from './plan-step.module.css'
import { StepActions } from './step-actions.tsx'
import type { SignupForms } from './use-signup-forms.ts'

const INCLUDED = ['Unlimited sites', 'Owner & staff roles', 'Sales, stock & cashups', 'Priority support']
export const TRIAL = `${TRIAL_DAYS}-day Trial`

type Props = {
  form: SignupForms['plan']
  plans: UseQueryResult<Plan[]>
  busy: boolean
  onTell: (said: FormMessage) => void
  onBack: () => void
  onSave: (plan: { subscriptionid: number }) => void
}

export function PlanStep({ form, plans, busy, onTell, onBack, onSave }: Props) {
  const { subscriptionid } = form.values
  const offered = sortByPrice(plans.data ?? [])
  const isOffered = offered.some((one) => one.subscriptionid === subscriptionid)

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (subscriptionid === null || !isOffered) onTell(formMessage('Please select a plan.'))
        else onSave({ subscriptionid })
      }}
    >
      <div className={plan.plans} role="radiogroup" aria-label="Plan" aria-busy={plans.isPending}>
        {plans.isPending && [1, 2, 3].map((one) => <Skeleton key={one} height={74} radius={12} />)}
        {offered.map((one, index) => (
          <PlanCard
            key={one.subscriptionid}
            plan={one}
            hasTrial={index === 0}
            isChosen={one.subscriptionid === subscriptionid}
            onChoose={() => form.setValues({ subscriptionid: one.subscriptionid })}
          />
        ))}
      </div>
      {!plans.isPending && offered.length === 0 && (
        <div className={plan.none}>
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

function PlanCard({ plan: offered, hasTrial, isChosen, onChoose }: CardProps) {
  const id = `plan-${offered.subscriptionid}`
  return (
    <div className={plan.card} data-chosen={isChosen || undefined}>
      <label className={plan.head}>
        <input
          type="radio"
          name="plan"
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-facts ${id}-more`}
        />
        <span>
          <span className={plan.name}>
            <span id={`${id}-name`}>{offered.name}</span>
            {hasTrial && <span className={plan.trial}>{TRIAL}</span>}
          </span>
          <small>{capitalise(offered.billing_period)}</small>
        </span>
        <span className={plan.cost} id={`${id}-facts`}>
          <span className={plan.price}>{planPrice(offered.price, offered.currency)}</span>
          <small>incl. taxes where applicable</small>
        </span>
      </label>
      {isChosen && (
        <div className={plan.more} id={`${id}-more`}>
          <p>{offered.description}</p>
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
