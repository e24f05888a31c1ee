import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Account } from '../../../contract/account.ts'
import { useSession } from '../../auth/session.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { formatPlanPrice, formatRand } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import { formatClosingHour } from './business-form.ts'
import { ChangeButton } from './change-button.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { ReceiptsCard } from './receipts-card.tsx'
import { SettingRow } from './setting-row.tsx'
import classes from './settings.module.css'
import { accountQuery } from './settings-queries.ts'
import { TwoStepRule } from './two-step-rule.tsx'

const HandOverDialog = lazyDialog('Hand over the business', async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)

type OpenDialog = 'business' | 'hand-over' | 'plan' | null
type CardProps = { account: Account | undefined; onOpen: (dialog: OpenDialog) => void }

/** The business, its owner and its plan. */
export function BusinessPage() {
  const query = useQuery(accountQuery())
  const session = useSession()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const account = query.data
  const close = () => setDialog(null)

  return (
    <>
      <PageHeader title="Business" subtitle="Name, owner and plan" />
      {query.isError && !account ? (
        <LoadFailure query={query} failure="The business could not be loaded." asCard />
      ) : (
        <div className={classes.page} aria-busy={query.isPending}>
          <BusinessCard account={account} onOpen={setDialog} />
          {!session?.right && <ReceiptsCard />}
          {!session?.right && <PlanCard account={account} onOpen={setDialog} />}
        </div>
      )}
      {account && dialog === 'business' && <BusinessDialog business={account.business} onClose={close} />}
      {dialog === 'hand-over' && <HandOverDialog onClose={close} />}
      {account && dialog === 'plan' && <PlanDialog plan={account.plan} onClose={close} />}
    </>
  )
}

function BusinessCard({ account, onOpen }: CardProps) {
  const session = useSession()
  const edit = account?.is_owner && (
    <ChangeButton label="Edit business" onClick={() => onOpen('business')}>
      Edit
    </ChangeButton>
  )
  return (
    <Card title="Business" flush>
      <SettingRow label="Business name" value={account?.business.name} action={edit} />
      <SettingRow label="Registration number" value={account?.business.registration_number} />
      <SettingRow label="The trading day ends at" value={account && formatClosingHour(account.business.closing_hour)} />
      <SettingRow
        label="Difference allowed without a note"
        value={account && `Up to ${formatRand(account.business.difference_limit)}`}
      />
      {session?.role === 'owner' && (
        <SettingRow
          label="Owner"
          value={account && 'You'}
          action={
            account && (
              <ChangeButton label="Hand over the business" onClick={() => onOpen('hand-over')}>
                Hand over
              </ChangeButton>
            )
          }
        />
      )}
      {account && (account.is_owner || account.two_step_for) && <TwoStepRule account={account} />}
      {account && !account.is_owner && (
        <p className="to-edge line-above grey small">Only the owner can change the business and its plan.</p>
      )}
    </Card>
  )
}

function PlanCard({ account, onOpen }: CardProps) {
  const timezone = useTimezone()
  const plan = account?.plan
  const trialEnd = plan?.trial_ends_at
  const trialDay = trialEnd && formatLongDay(formatDateIn(timezone, trialEnd))
  return (
    <Card title="Plan" flush>
      <SettingRow
        label="Plan"
        value={account && (plan?.name ?? 'No plan yet')}
        hint={plan && `${formatPlanPrice(plan.price, plan.currency)} · ${capitalise(plan.billing_period)}`}
        action={
          account?.is_owner && (
            <ChangeButton label="Change plan" onClick={() => onOpen('plan')}>
              Change
            </ChangeButton>
          )
        }
      />
      {trialEnd && <SettingRow label={trialEnd > new Date() ? 'Trial ends' : 'Trial ended'} value={trialDay} />}
    </Card>
  )
}
