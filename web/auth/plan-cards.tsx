import { Box, Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { TRIAL_DAYS } from '../../contract/shared/constants.ts'
import type { Plan } from '../../contract/signup.ts'
import { capitalise } from '../lib/format/capitalise.ts'
import { formatPlanPrice } from '../lib/format/money.ts'
import classes from './plan-cards.module.css'
import { sortByPrice } from './plan-order.ts'

/** What the specification says that each plan has. */
export const INCLUDED = ['Unlimited sites', 'Owner & staff roles', 'Sales, stock & cashups', 'Priority support']

export const TrialLabel = () => (
  <span className="pill" data-tone="accent">
    {TRIAL_DAYS}-day Trial
  </span>
)

type Props = {
  plans: UseQueryResult<Plan[]>
  /** The id of the chosen plan. */
  chosen: number | null
  onChoose: (subscriptionid: number) => void
  /** Whether the cheapest plan begins with a trial. */
  hasTrial: boolean
}

/** The plans on offer, one of which can be chosen. */
export function PlanCards({ plans, chosen, onChoose, hasTrial }: Props) {
  const offered = sortByPrice(plans.data ?? [])
  return (
    <>
      <div className="stack gap-12" role="radiogroup" aria-label="Plan" aria-busy={plans.isPending}>
        {plans.isPending && [1, 2, 3].map((card) => <Skeleton key={card} height={74} radius={12} />)}
        {offered.map((plan, index) => (
          <PlanCard
            key={plan.subscriptionid}
            plan={plan}
            hasTrial={hasTrial && index === 0}
            isChosen={plan.subscriptionid === chosen}
            onChoose={() => onChoose(plan.subscriptionid)}
          />
        ))}
      </div>
      {!plans.isPending && offered.length === 0 && (
        <Box className="row centre" p="40px 16px" bd="1px dashed var(--edge)" bdrs="lg" data-none>
          <Button variant="default" onClick={() => plans.refetch()} loading={plans.isFetching}>
            Try again
          </Button>
        </Box>
      )}
    </>
  )
}

type CardProps = { plan: Plan; hasTrial: boolean; isChosen: boolean; onChoose: () => void }

function PlanCard({ plan, hasTrial, isChosen, onChoose }: CardProps) {
  const id = `plan-${plan.subscriptionid}`
  return (
    <div className={`panel ${classes.card}`} data-chosen={isChosen || undefined}>
      <label className={classes.head}>
        <input
          type="radio"
          name="plan"
          checked={isChosen}
          onChange={onChoose}
          aria-labelledby={`${id}-name`}
          aria-describedby={`${id}-facts ${id}-more`}
        />
        <span>
          <span className="row wrap tight bold" style={{ lineHeight: '22px' }}>
            <span id={`${id}-name`}>{plan.name}</span>
            {hasTrial && <TrialLabel />}
          </span>
          <small className="second-line">{capitalise(plan.billing_period)}</small>
        </span>
        <Box component="span" ta="right" id={`${id}-facts`}>
          <Box component="span" className="bold digits nowrap" display="block" fz={16} lh="22px">
            {formatPlanPrice(plan.price, plan.currency)}
          </Box>
          <small className="second-line">incl. taxes where applicable</small>
        </Box>
      </label>
      {isChosen && (
        <div className={classes.more} id={`${id}-more`}>
          <p>{plan.description}</p>
          <ul>
            {INCLUDED.map((line) => (
              <li key={line} className="row top">
                <IconCheck size={16} stroke={2.5} color="var(--accent)" style={{ marginTop: 2 }} aria-hidden />
                {line}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
