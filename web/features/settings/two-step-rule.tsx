import { Button } from '@mantine/core'
import { useState } from 'react'
import type { Account } from '../../../contract/account.ts'
import type { TwoStepPeople } from '../../../contract/rights.ts'
import { TWO_STEP_NAMES } from '../../../contract/shared/names.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { SettingRow } from './setting-row.tsx'

const RuleDialog = lazyDialog(
  'Require two-step sign-in',
  async () => (await import('./two-step-rule-dialog.tsx')).TwoStepRuleDialog,
)

/** 'Owners, Bookkeepers'. */
const describeTwoStepPeople = (people: TwoStepPeople[] = []) =>
  people.length === 0 ? 'Nobody' : people.map((name) => TWO_STEP_NAMES[name]).join(', ')

/** Of whom the owner requires two-step sign-in. */
export function TwoStepRule({ account }: { account: Account }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <SettingRow
        label="Two-step sign-in is required for"
        value={describeTwoStepPeople(account.two_step_for)}
        action={
          account.is_owner && (
            <Button
              variant="default"
              flex="none"
              aria-label="Change for whom two-step sign-in is required"
              onClick={() => setOpen(true)}
            >
              Change
            </Button>
          )
        }
      />
      {isOpen && <RuleDialog account={account} onClose={() => setOpen(false)} />}
    </>
  )
}
