import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../auth/rights.ts'
import { api } from '../../lib/api/api.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SettingRow } from './setting-row.tsx'
import { PURCHASE_PRICE_NAMES } from './stock-settings.ts'

const StockDialog = lazyDialog('Change the stock settings', async () => (await import('./stock-dialog.tsx')).StockDialog)

/** Why stock is lost or found, what a delivery does with purchase prices, and what the barcodes of scales are. */
export function StockCard() {
  const settings = useQuery(api.stock.settings.queryOptions())
  const [isOpen, setOpen] = useState(false)
  const may = useMay()
  const { stock_reasons, purchase_price_rule, scale_patterns = [] } = settings.data ?? {}
  return (
    <Card title="Stock" flush>
      {settings.isError && !settings.data && <LoadFailure query={settings} failure="Failed to load the stock settings" />}
      {!settings.isError && (
        <>
          <SettingRow
            label="After a delivery"
            value={purchase_price_rule && PURCHASE_PRICE_NAMES[purchase_price_rule]}
            action={
              may('stock.saveSettings') && (
                <Button variant="default" flex="none" aria-label="Change the stock settings" onClick={() => setOpen(true)}>
                  Change
                </Button>
              )
            }
          />
          <SettingRow label="Reasons for adjustments" value={stock_reasons?.join(', ')} />
          <SettingRow label="Barcodes of scales" value={settings.data && (scale_patterns.join(', ') || 'None')} />
        </>
      )}
      {isOpen && settings.data && <StockDialog settings={settings.data} onClose={() => setOpen(false)} />}
    </Card>
  )
}
