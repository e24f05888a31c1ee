import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { formatQuantity } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ChangeButton } from './change-button.tsx'
import { SettingRow } from './setting-row.tsx'
import classes from './settings.module.css'

const ReceiptsDialog = lazyDialog('Receipts and till', async () => (await import('./receipts-dialog.tsx')).ReceiptsDialog)

/** What tills print on receipts, and what a seller may take off. */
export function ReceiptsCard() {
  const settings = useQuery(api.account.receipts.get.queryOptions())
  const [isOpen, setOpen] = useState(false)
  const { data } = settings
  return (
    <Card title="Receipts and till" flush>
      {settings.isError && !data && <LoadFailure query={settings} failure="Failed to load the receipt settings" />}
      {!(settings.isError && !data) && (
        <>
          <SettingRow
            label="VAT number"
            value={data && (data.vat_number ?? 'None')}
            action={
              data && (
                <ChangeButton label="Change receipts and till" onClick={() => setOpen(true)}>
                  Change
                </ChangeButton>
              )
            }
          />
          <SettingRow
            label="Lines on the receipt"
            value={data && <span className={classes.lines}>{data.receipt_lines.join('\n') || 'None'}</span>}
          />
          <SettingRow
            label="Discount without a manager’s PIN"
            value={data && `Up to ${formatQuantity(data.discount_limit)}\u00a0%`}
          />
        </>
      )}
      {isOpen && data && <ReceiptsDialog settings={data} onClose={() => setOpen(false)} />}
    </Card>
  )
}
