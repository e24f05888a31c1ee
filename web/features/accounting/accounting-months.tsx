import { Box, Button } from '@mantine/core'
import { useState } from 'react'
import type { AccountingMonth } from '../../../contract/accounting.ts'
import { useMay } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { client } from '../../lib/api/api.ts'
import { useSave } from '../../lib/api/use-save.ts'
import { formatDateIn, formatLongDay, formatMonth } from '../../lib/format/dates.ts'
import { formatRand, pluralize } from '../../lib/format/money.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Pill } from '../../ui/display/pill.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { nameDays } from './name-days.ts'

const ConfirmDialog = lazyDialog('Lock', async () => (await import('../../ui/dialog/confirm-dialog.tsx')).ConfirmDialog)

type Props = {
  months: AccountingMonth[]
  /** Of the later sales of a month. */
  getLaterUrl: (month: string) => string
}

/** The months of the range: whether they are locked, and what came after that. */
export function AccountingMonths({ months, getLaterUrl }: Props) {
  const may = useMay()
  const [opened, setOpened] = useState<AccountingMonth | null>(null)
  const save = useSave(client.accounting.lock, ['accounting'])
  const canLock = may('accounting.lock')
  return (
    <Card title="Months" flush>
      <ul aria-label="Months">
        {months.map((month) => (
          <Month
            key={month.month}
            month={month}
            laterUrl={getLaterUrl(month.month)}
            onOpen={canLock && month.is_over ? () => setOpened(month) : undefined}
          />
        ))}
      </ul>
      {opened && (
        <ConfirmDialog
          {...describeLock(opened)}
          onConfirm={() => save.mutateAsync({ month: opened.month, is_locked: opened.locked_at === null })}
          onClose={() => setOpened(null)}
        />
      )}
    </Card>
  )
}

function describeLock({ month, locked_at, later: { sales } }: AccountingMonth) {
  const name = formatMonth(month)
  return locked_at
    ? {
        ...{ title: `Unlock ${name}`, subtitle: 'Its journals follow its sales again', action: 'Unlock' },
        children:
          sales > 0 ? `${pluralize(sales, 'later sale')} will go into its journals.` : 'Later sales go into its journals.',
      }
    : {
        ...{ title: `Lock ${name}`, subtitle: 'Its journals stay the same from now on', action: 'Lock' },
        children: 'Late sales get their own journals. You can unlock the month again.',
      }
}

type MonthProps = { month: AccountingMonth; laterUrl: string; onOpen: (() => void) | undefined }

function Month({ month: { month, is_over, locked_at, locked_by, later }, laterUrl, onOpen }: MonthProps) {
  const timezone = useTimezone()
  const name = formatMonth(month)
  return (
    <li className="row gap-12 to-edge line-above wrap">
      <Box flex="1 1 240px" miw={0}>
        <p className="medium row gap-8">
          {name}
          {locked_at && <Pill tone="green">Locked</Pill>}
        </p>
        <p className="grey small break">
          {locked_at && `Locked ${formatLongDay(formatDateIn(timezone, locked_at))}${locked_by ? ` by ${locked_by}` : ''}`}
          {!locked_at && (is_over ? 'Late sales change its journals' : 'In progress')}
        </p>
        {later.days.length > 0 && <p className="small break">{describeLater(later)}</p>}
      </Box>
      {later.days.length > 0 && <ExportButton url={laterUrl} label="Export later sales" />}
      {onOpen && (
        <Button variant="default" size="sm" aria-label={`${locked_at ? 'Unlock' : 'Lock'} ${name}`} onClick={onOpen}>
          {locked_at ? 'Unlock' : 'Lock'}
        </Button>
      )}
    </li>
  )
}

const describeLater = ({ sales, revenue, days }: AccountingMonth['later']) =>
  sales === 0
    ? `The figures of ${nameDays(days)} changed after the lock.`
    : `${pluralize(sales, 'sale')} of ${nameDays(days)} came after the lock: ${formatRand(revenue)}.`
