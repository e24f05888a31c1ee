import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Account } from '../../../contract/account.ts'
import { ProveEmailButton } from '../../auth/prove-email.tsx'
import { useMay } from '../../auth/rights.ts'
import { useSession } from '../../auth/session.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { hasShortcuts } from '../../lib/browser/shortcuts-setting.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatDateIn, formatLongDay } from '../../lib/format/dates.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { formatPlanPrice, formatRand, pluralize } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { LinkButton } from '../../ui/layout/link-button.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './account.module.css'
import { accountQuery } from './account-queries.ts'
import { AccountRow } from './account-row.tsx'
import { BusinessDialog } from './business-dialog.tsx'
import { ExportCard } from './business-export-card.tsx'
import { formatClosingHour } from './business-form.ts'
import { CloseCard } from './close-card.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { NoticesCard } from './notices-card.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { PlanDialog } from './plan-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { StockCard } from './stock-card.tsx'
import { TwoStepRule } from './two-step-rule.tsx'
import type { TwoStepPurpose } from './use-two-step.ts'
import { VatRatesCard } from './vat-rates-card.tsx'

const TWO_STEP: readonly string[] = ['turn-on', 'turn-off', 'new-codes'] satisfies TwoStepPurpose[]
const isTwoStep = (dialog: OpenDialog): dialog is TwoStepPurpose => dialog !== null && TWO_STEP.includes(dialog)

type OpenDialog = 'name' | 'email' | 'password' | 'business' | 'hand-over' | 'plan' | 'shortcuts' | TwoStepPurpose | null
type CardProps = { account: Account | undefined; onOpen: (dialog: OpenDialog) => void }

const TwoStepDialog = lazyDialog('Two-step sign-in', async () => (await import('./two-step-dialog.tsx')).TwoStepDialog)
const HandOverDialog = lazyDialog('Hand over the business', async () => (await import('./hand-over-dialog.tsx')).HandOverDialog)

type Props = { shortcutsDialog: ComponentType<{ onClose: () => void }> }

export function AccountPage({ shortcutsDialog: ShortcutsDialog }: Props) {
  const query = useQuery(accountQuery())
  const session = useSession()
  const may = useMay()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [newEmail, setNewEmail] = useState<string | null>(null)
  const account = query.data
  const close = () => setDialog(null)

  return (
    <>
      <PageHeader title="Account" subtitle="Your sign-in, your business and your plan" />
      {query.isError && !account ? (
        <LoadFailure query={query} failure="The account could not be loaded." />
      ) : (
        <div className={classes.page} aria-busy={query.isPending}>
          <SignInCard account={account} newEmail={newEmail} onOpen={setDialog} />
          <div className={`stack ${classes.business}`}>
            <BusinessCard account={account} onOpen={setDialog} />
            {!session?.right && <PlanCard account={account} onOpen={setDialog} />}
            {account?.is_owner && <VatRatesCard />}
            <StockCard />
            {may('webhooks.list') && (
              <LinkCard
                title="Webhooks"
                label="For other programs"
                value="Send sales, products to reorder, cash-ups and imports to an address"
                to="/account/webhooks"
                link="Manage"
                name="Manage webhooks"
              />
            )}
            {may('readKeys.list') && (
              <LinkCard
                title="Read keys"
                label="For other programs"
                value="Let accountants' and warehouse tools read sales, stock and reports"
                to="/account/read-keys"
                link="Manage"
                name="Manage read keys"
              />
            )}
            {account?.is_owner && <ExportCard />}
            {may('changes.list') && (
              <LinkCard
                title="Changes"
                label="Log of changes"
                value="Who changed what, when and from where"
                to="/account/changes"
                link="Show changes"
              />
            )}
          </div>
          {may('account.notices.list') && <NoticesCard needsProof={account?.needs_proof} />}
          {/* Last, because its height is known only when it is loaded. */}
          <SessionsCard />
          {session?.role === 'owner' && account && <CloseCard />}
        </div>
      )}
      {account?.name && dialog === 'name' && <NameDialog name={account.name} onClose={close} />}
      {dialog === 'email' && <EmailDialog onSent={setNewEmail} onClose={close} />}
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {isTwoStep(dialog) && <TwoStepDialog purpose={dialog} onClose={close} />}
      {account && dialog === 'business' && <BusinessDialog business={account.business} onClose={close} />}
      {dialog === 'hand-over' && <HandOverDialog onClose={close} />}
      {dialog === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {account && dialog === 'plan' && <PlanDialog plan={account.plan} onClose={close} />}
    </>
  )
}

type LinkCardProps = {
  title: string
  label: string
  value: string
  to: '/account/webhooks' | '/account/read-keys' | '/account/changes'
  link: string
  /** What the link is called where its text alone does not say it. */
  name?: string
}

/** A part of the account with a screen of its own. */
const LinkCard = ({ title, label, value, to, link, name }: LinkCardProps) => (
  <Card title={title} flush>
    <AccountRow
      label={label}
      value={value}
      action={
        <LinkButton variant="default" flex="none" to={to} aria-label={name}>
          {link}
        </LinkButton>
      }
    />
  </Card>
)

const ChangeButton = ({ label, onClick, children }: { label: string; onClick: () => void; children: string }) => (
  <Button variant="default" flex="none" aria-label={label} onClick={onClick}>
    {children}
  </Button>
)

function SignInCard({ account, newEmail, onOpen }: CardProps & { newEmail: string | null }) {
  const may = useMay()
  return (
    <Card title="You" flush>
      <AccountRow
        label="Name"
        value={account && (account.name ? getFullName(account.name) : '–')}
        action={
          account?.name &&
          may('account.rename') && (
            <ChangeButton label="Edit name" onClick={() => onOpen('name')}>
              Edit
            </ChangeButton>
          )
        }
      />
      <AccountRow
        label="Email"
        value={account?.email}
        hint={
          <>
            {account?.needs_proof && (
              <>
                Not confirmed. Until you confirm it, we send you no notices and no warnings.
                <ProveEmailButton display="block" mt={6} />
              </>
            )}
            <span role="status">{newEmail && `We have sent a link to ${newEmail}. Open it to change your email.`}</span>
          </>
        }
        action={
          account && (
            <ChangeButton label="Change email" onClick={() => onOpen('email')}>
              Change
            </ChangeButton>
          )
        }
      />
      <AccountRow
        label="Password"
        value={account && '••••••••'}
        action={
          account && (
            <ChangeButton label="Change password" onClick={() => onOpen('password')}>
              Change
            </ChangeButton>
          )
        }
      />
      <TwoStepRow account={account} onOpen={onOpen} />
      <AccountRow
        label="Keyboard shortcuts"
        value={hasShortcuts() ? 'On' : 'Off'}
        hint="In this browser"
        action={
          <ChangeButton label="Show keyboard shortcuts" onClick={() => onOpen('shortcuts')}>
            Show
          </ChangeButton>
        }
      />
    </Card>
  )
}

function TwoStepRow({ account, onOpen }: CardProps) {
  const { is_on, codes_left, is_required } = account?.two_step ?? { is_on: false, codes_left: 0 }
  return (
    <AccountRow
      label="Two-step sign-in"
      value={account && (is_on ? 'On' : 'Off')}
      hint={
        is_on
          ? [`${pluralize(codes_left, 'recovery code')} left`, is_required && 'Your business requires it']
              .filter(Boolean)
              .join(' · ')
          : 'A code from an app on your phone, as well as the password'
      }
      action={
        account && (
          <div className="row wrap end">
            {is_on && (
              <Button variant="default" onClick={() => onOpen('new-codes')}>
                New codes
              </Button>
            )}
            {!(is_on && is_required) && (
              <ChangeButton
                label={is_on ? 'Turn off two-step sign-in' : 'Turn on two-step sign-in'}
                onClick={() => onOpen(is_on ? 'turn-off' : 'turn-on')}
              >
                {is_on ? 'Turn off' : 'Turn on'}
              </ChangeButton>
            )}
          </div>
        )
      }
    />
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
      <AccountRow label="Business name" value={account?.business.name} action={edit} />
      <AccountRow label="Registration number" value={account?.business.registration_number} />
      <AccountRow label="The trading day ends at" value={account && formatClosingHour(account.business.closing_hour)} />
      <AccountRow
        label="Cash-up difference without a note"
        value={account && `Up to ${formatRand(account.business.difference_limit)}`}
      />
      {session?.role === 'owner' && (
        <AccountRow
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
      <AccountRow
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
      {trialEnd && <AccountRow label={trialEnd > new Date() ? 'Trial ends' : 'Trial ended'} value={trialDay} />}
    </Card>
  )
}
