import { Box, Button } from '@mantine/core'
import { IconFileSpreadsheet, IconReceipt, IconReceiptTax } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useId, useState } from 'react'
import type { AccountingPreview, AccountTotal } from '../../../contract/accounting.ts'
import { PROGRAM_NAMES, type Program, XERO_MAX_LINES } from '../../../contract/search/accounting.ts'
import { useMay } from '../../auth/rights.ts'
import { formatCount, formatRand, formatWholeRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { KpiCard, KpiIcon } from '../../ui/layout/kpi-card.tsx'
import { SmallTable, type SmallTableColumn } from '../../ui/layout/small-table.tsx'
import { accountsQuery } from './accounting-queries.ts'
import { nameDays } from './name-days.ts'

const AccountsDialog = lazyDialog('Edit account codes', async () => (await import('./accounts-dialog.tsx')).AccountsDialog)

type Query = { data: AccountingPreview | undefined; isPlaceholderData: boolean; isError: boolean }

/** What the figures rest on, what can still change, and what the program does not take. */
export function PreviewNotices({ program, preview }: { program: Program; preview: AccountingPreview | undefined }) {
  if (!preview) return null
  const notices = [
    describeIncomplete(preview.incomplete),
    ...describeChangedDays(PROGRAM_NAMES[program], preview.changed_days),
    preview.has_today && 'Export each day once, after it ends, or your books will count it twice.',
    program === 'xero' &&
      preview.lines > XERO_MAX_LINES &&
      `Xero imports at most ${XERO_MAX_LINES} lines at a time, and this file has ${formatCount(preview.lines)}. Choose fewer days.`,
  ].filter((text) => typeof text === 'string')
  if (notices.length === 0) return null
  return (
    <div className="stack gap-8">
      {notices.map((text) => (
        <Notice key={text} kind="quiet">
          {text}
        </Notice>
      ))}
    </div>
  )
}

/** What changed since the newest file of the program. */
function describeChangedDays(program: string, changed: AccountingPreview['changed_days']) {
  const hint = `Export these days again, or correct their journals in ${program}.`
  const sold = changed.filter(({ sales }) => sales > 0)
  const others = changed.filter(({ sales }) => sales <= 0)
  const sales = sold.reduce((sum, day) => sum + day.sales, 0)
  const name = (days: typeof changed) => nameDays(days.map(({ day }) => day))
  return [
    sold.length > 0 && `${pluralize(sales, 'sale')} of ${name(sold)} came after your export for ${program}. ${hint}`,
    others.length > 0 && `The figures of ${name(others)} changed after your export for ${program}. ${hint}`,
  ]
}

function describeIncomplete({ days, unknown_products, assumed_vat, without_items }: AccountingPreview['incomplete']) {
  if (days.length === 0) return undefined
  return [
    `The figures of ${nameDays(days)} are incomplete.`,
    unknown_products !== 0 && `${formatRand(unknown_products)} is from products missing from your product list.`,
    assumed_vat !== 0 && `${formatRand(assumed_vat)} uses the standard VAT rate by default.`,
    without_items !== 0 && `${formatRand(without_items)} has no item details and uses the VAT rate of its sale.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')
}

type Tile = Pick<ComponentProps<typeof KpiCard>, 'label' | 'note'> & {
  figure: string | undefined
  exact?: string | undefined
  icon: ComponentProps<typeof KpiIcon>['icon']
}

/** The sales, the VAT in them, and how many journals they are. */
export function JournalTiles({ query: { data, isPlaceholderData: dimmed, isError } }: { query: Query }) {
  const missing = isError ? NO_VALUE : undefined
  const tiles: Tile[] = [
    {
      label: 'Sales incl. VAT',
      figure: data && formatWholeRand(data.revenue),
      exact: data && formatRand(data.revenue),
      icon: IconReceipt,
    },
    { label: 'VAT', figure: data && formatWholeRand(data.vat), exact: data && formatRand(data.vat), icon: IconReceiptTax },
    {
      ...{ label: 'Journals', figure: data && formatCount(data.journals), icon: IconFileSpreadsheet },
      note: data ? pluralize(data.lines, 'line') : '',
    },
  ]
  return (
    <Box className="tiles" mb="var(--gap)">
      {tiles.map(({ label, figure = missing, exact, note, icon }) => (
        <KpiCard
          key={label}
          label={label}
          figure={figure}
          {...(exact && { exact })}
          note={note ?? ''}
          picture={<KpiIcon icon={icon} />}
          dimmed={dimmed}
        />
      ))}
    </Box>
  )
}

const HINTS: Record<Program, string> = {
  xero: 'In Xero: Accounting, Manual journals, Import. The amounts are with VAT: choose ‘Tax inclusive’. Xero takes no bank accounts in journals, so payments need clearing accounts.',
  sage: 'In Sage Accounting: Adjustments, Journals, Import journals. Sage takes files of up to 0,5 MB.',
  quickbooks:
    'In QuickBooks Online: Settings, Import data, Journal entries. Turn account numbers off before, and choose the order of the dates.',
}

const formatAmount = (amount: number) => (amount === 0 ? '' : formatRand(amount))

/** What the journals post to each account, and the way to change the accounts. */
export function AccountTotals({ program, query: { data, isPlaceholderData: dimmed } }: { program: Program; query: Query }) {
  const titleId = useId()
  const settings = useQuery(accountsQuery())
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const rows = data?.accounts.map((total, index) => ({ ...total, index }))
  const columns: SmallTableColumn<AccountTotal & { index: number }>[] = [
    {
      title: 'Account',
      holds: 'name',
      cell: ({ account, tax_name }) => (
        <span className="break">
          {account}
          {tax_name && <span className="second-line">{tax_name}</span>}
        </span>
      ),
    },
    { title: 'Debit', holds: 'number', cell: ({ debit }) => formatAmount(debit) },
    { title: 'Credit', holds: 'number', cell: ({ credit }) => formatAmount(credit) },
  ]
  return (
    <>
      <Card
        title="Accounts"
        titleId={titleId}
        flush
        dimmed={dimmed}
        aside={
          may('accounting.saveSettings') && (
            <Button variant="default" size="xs" disabled={!settings.data} onClick={() => setOpen(true)}>
              Edit account codes
            </Button>
          )
        }
      >
        {data?.accounts.length === 0 ? (
          <p className="to-edge grey small">No sales on these days.</p>
        ) : (
          <SmallTable
            titleId={titleId}
            columns={columns}
            rows={rows}
            rowKey={({ index }) => index}
            skeletonRows={4}
            sum={{ title: 'Total of each', value: data && formatRand(data.debit) }}
          />
        )}
        <p className="to-edge line-above grey small">{HINTS[program]}</p>
      </Card>
      {isOpen && settings.data && (
        <AccountsDialog program={program} accounts={settings.data[program]} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
