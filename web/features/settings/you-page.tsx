import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { Account } from '../../../contract/account.ts'
import { ProveEmailButton } from '../../auth/prove-email.tsx'
import { useMay } from '../../auth/rights.ts'
import { getFullName } from '../../lib/format/full-name.ts'
import { pluralize } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { BrowserCard } from './browser-card.tsx'
import { ChangeButton } from './change-button.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { SessionsCard } from './sessions-card.tsx'
import { SettingRow } from './setting-row.tsx'
import classes from './settings.module.css'
import { accountQuery } from './settings-queries.ts'
import type { TwoStepPurpose } from './use-two-step.ts'

const TWO_STEP: readonly string[] = ['turn-on', 'turn-off', 'new-codes'] satisfies TwoStepPurpose[]
const isTwoStep = (dialog: OpenDialog): dialog is TwoStepPurpose => dialog !== null && TWO_STEP.includes(dialog)

type OpenDialog = 'name' | 'email' | 'password' | TwoStepPurpose | null
type CardProps = { account: Account | undefined; onOpen: (dialog: OpenDialog) => void }

const TwoStepDialog = lazyDialog('Two-step sign-in', async () => (await import('./two-step-dialog.tsx')).TwoStepDialog)

type Props = { shortcutsDialog: ComponentType<{ onClose: () => void }> }

/** How the person signs in, and this browser. */
export function YouPage({ shortcutsDialog }: Props) {
  const query = useQuery(accountQuery())
  const [dialog, setDialog] = useState<OpenDialog>(null)
  const [newEmail, setNewEmail] = useState<string | null>(null)
  const account = query.data
  const close = () => setDialog(null)

  return (
    <>
      <PageHeader title="You" subtitle="How you sign in, and where" />
      {query.isError && !account ? (
        <LoadFailure query={query} failure="Your settings could not be loaded." asCard />
      ) : (
        <div className={classes.page} aria-busy={query.isPending}>
          <SignInCard account={account} newEmail={newEmail} onOpen={setDialog} />
          <div className="stack">
            <BrowserCard shortcutsDialog={shortcutsDialog} />
            {/* Last, because its height is known only when it is loaded. */}
            <SessionsCard />
          </div>
        </div>
      )}
      {account?.name && dialog === 'name' && <NameDialog name={account.name} onClose={close} />}
      {dialog === 'email' && <EmailDialog onSent={setNewEmail} onClose={close} />}
      {dialog === 'password' && <PasswordDialog onClose={close} />}
      {isTwoStep(dialog) && <TwoStepDialog purpose={dialog} onClose={close} />}
    </>
  )
}

function SignInCard({ account, newEmail, onOpen }: CardProps & { newEmail: string | null }) {
  const may = useMay()
  return (
    <Card title="You" flush>
      <SettingRow
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
      <SettingRow
        label="Email"
        value={account?.email}
        hint={
          <>
            {account?.needs_proof && (
              <>
                Not confirmed. Confirm it to get notices and warnings.
                <ProveEmailButton display="block" mt={6} />
              </>
            )}
            <span role="status">{newEmail && `We have sent a link to ${newEmail}. Open it to change your e-mail.`}</span>
          </>
        }
        action={
          account && (
            <ChangeButton label="Change e-mail" onClick={() => onOpen('email')}>
              Change
            </ChangeButton>
          )
        }
      />
      <SettingRow
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
    </Card>
  )
}

function TwoStepRow({ account, onOpen }: CardProps) {
  const { is_on, codes_left, is_required } = account?.two_step ?? { is_on: false, codes_left: 0 }
  return (
    <SettingRow
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
