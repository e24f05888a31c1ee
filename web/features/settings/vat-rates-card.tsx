import { ActionIcon, Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { StandardVatRate } from '../../../contract/vat-rates.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { formatVatRate } from '../../lib/format/money.ts'
import { ConfirmDelete } from '../../ui/dialog/confirm-delete.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SettingRow } from './setting-row.tsx'
import { useRemoveVatRate } from './settings-mutations.ts'
import { VatRateDialog } from './vat-rate-dialog.tsx'

/** The standard rate of the business with its days, for its owner. Zero-rated and exempt products have no rate to change. */
export function VatRatesCard() {
  const today = useToday(useTimezone())
  const rates = useQuery(api.vatRates.list.queryOptions())
  const removal = useRemoveVatRate()
  const [dialog, setDialog] = useState<'change' | StandardVatRate | null>(null)
  const close = () => setDialog(null)
  const isNow = ({ first_day, last_day }: StandardVatRate) =>
    (first_day === null || first_day <= today) && (last_day === null || today <= last_day)

  return (
    <Card title="VAT rates" flush>
      {rates.isError && !rates.data && <LoadFailure query={rates} failure="Failed to load the VAT rates" />}
      {rates.isPending && <SettingRow label="Standard rate" value={undefined} />}
      {rates.data?.map((rate) => (
        <SettingRow
          key={rate.first_day}
          label="Standard rate"
          value={formatVatRate(rate.percent)}
          hint={describeDays(rate)}
          action={
            isNow(rate) ? (
              <Button variant="default" aria-label="Change the VAT rate" onClick={() => setDialog('change')}>
                Change
              </Button>
            ) : (
              rate.first_day !== null &&
              rate.first_day > today && (
                <ActionIcon
                  variant="subtle"
                  size="lg"
                  aria-label={`Remove the rate from ${formatLongDay(rate.first_day)}`}
                  onClick={() => setDialog(rate)}
                >
                  <IconTrash size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              )
            )
          }
        />
      ))}
      {dialog === 'change' && <VatRateDialog today={today} onClose={close} />}
      {dialog !== null && dialog !== 'change' && dialog.first_day !== null && (
        <ConfirmDelete
          question={`Remove the rate of ${formatVatRate(dialog.percent)} from ${formatLongDay(dialog.first_day)}?`}
          failure="Could not remove the rate. Please try again."
          onConfirm={() => removal.mutateAsync({ first_day: dialog.first_day ?? '' })}
          onClose={close}
        />
      )}
    </Card>
  )
}

function describeDays({ first_day, last_day }: StandardVatRate) {
  if (first_day && last_day) return `${formatLongDay(first_day)} – ${formatLongDay(last_day)}`
  if (first_day) return `From ${formatLongDay(first_day)}`
  return last_day ? `Until ${formatLongDay(last_day)}` : 'Always'
}
