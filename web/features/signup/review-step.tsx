import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { TRIAL_DAYS } from '../../../contract/shared/constants.ts'
import type { Review } from '../../../contract/signup.ts'
import { createFormError, type FormMessage } from '../../auth/form-message.ts'
import classes from '../../auth/form-page.module.css'
import { INCLUDED, TrialLabel } from '../../auth/plan-cards.tsx'
import { api } from '../../lib/api/api.ts'
import { getErrorCode, getErrorMessage, SOMETHING_WRONG } from '../../lib/api/messages.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { formatPlanPrice } from '../../lib/format/money.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { BusyButton } from '../../ui/form/busy-button.tsx'
import review from './signup.module.css'

const NONE = '–'
const shortenId = (id: string) => id.slice(0, 8)

type Props = { busy: boolean; onLogin: (message: FormMessage) => void; onBack: () => void; onFinish: () => void }

export function ReviewStep({ busy, onLogin, onBack, onFinish }: Props) {
  const { data, error, isFetching, refetch } = useQuery(api.signup.review.queryOptions({ staleTime: 0, gcTime: 0 }))
  useEffect(() => {
    if (error && getErrorCode(error) === 'NOT_SIGNED_IN') onLogin(createFormError(getErrorMessage(error, SOMETHING_WRONG)))
  }, [error, onLogin])

  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        onFinish()
      }}
    >
      {error && (
        <Notice
          kind="error"
          action={
            <Button variant="default" size="xs" onClick={() => refetch()} loading={isFetching}>
              Try again
            </Button>
          }
        >
          {getErrorMessage(error, SOMETHING_WRONG)}
        </Notice>
      )}
      <div className="columns gap-12" aria-busy={!data && !error}>
        {!data && !error && [1, 2, 3, 4].map((card) => <Skeleton key={card} height={118} radius={12} />)}
        {data && (
          <>
            <Card
              title="Business"
              facts={[
                ['Name', data.business?.name],
                ['Registration number', data.business?.registration_number],
                ['ID', data.business && shortenId(data.business.id)],
              ]}
            />
            <Card
              title="Owner"
              facts={[
                ['Name', getFullName(data.owner)],
                ['Employee number', data.owner.employeeid],
                ['Site number', data.owner.siteid],
              ]}
            />
            <Card
              title="Primary Site"
              facts={[
                ['Name', data.site?.sitename],
                ['Location', data.site?.location],
              ]}
            />
            <Card
              title="Plan"
              badge={data.plan?.trial_ends_at && <TrialLabel />}
              facts={[
                ['Name', data.plan?.name],
                [
                  data.plan ? capitalise(data.plan.billing_period) : 'Price',
                  data.plan && formatPlanPrice(data.plan.price, data.plan.currency),
                ],
                ['Subscription ID', data.plan && shortenId(data.plan.id)],
              ]}
            />
          </>
        )}
      </div>
      {data?.plan && <PlanNote plan={data.plan} />}
      <div className={`row wrap between gap-12 ${classes.actions}`}>
        <Button variant="default" size="lg" onClick={onBack} disabled={busy}>
          Back
        </Button>
        <BusyButton busy={busy} busyText="Finishing…" disabled={!data}>
          Finish & Go to Dashboard
        </BusyButton>
      </div>
    </form>
  )
}

/** What the plan has, and what follows the trial. No plan is charged for here, and an ended trial locks nothing. */
function PlanNote({ plan: { name, price, currency, billing_period, trial_ends_at } }: { plan: NonNullable<Review['plan']> }) {
  const goesOn = `${formatPlanPrice(price, currency)}, billed ${billing_period}`
  return (
    <section className="tiny grey" aria-label="About the plan">
      <p>
        {name} includes {INCLUDED.join(', ')}.
      </p>
      <p>
        {trial_ends_at
          ? `The first ${TRIAL_DAYS} days are a trial. The plan then goes on at ${goesOn}.`
          : `The plan starts now, without a trial, at ${goesOn}.`}{' '}
        No card is needed, and nothing is locked or deleted.
      </p>
    </section>
  )
}

type CardProps = { title: string; badge?: ReactNode; facts: [name: string, value: string | number | null | undefined][] }

function Card({ title, badge, facts }: CardProps) {
  return (
    <section className={`panel ${review.card}`} aria-label={title}>
      <h2 className="row wrap between tight">
        {title}
        {badge}
      </h2>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="grey tiny">{name}</dt>
            <dd className="small medium digits break">{value ?? NONE}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
