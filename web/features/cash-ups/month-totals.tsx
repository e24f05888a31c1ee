import { Box } from '@mantine/core'
import { IconCalendarDue, IconCash, IconReceipt, IconScale } from '@tabler/icons-react'
import type { CashUpsPage } from '../../../contract/cash-ups.ts'
import { formatCount, formatRand, NO_VALUE, pluralize } from '../../lib/format/money.ts'
import { KpiCard, KpiIcon } from '../../ui/layout/kpi-card.tsx'
import { describeDifference } from './describe-difference.ts'
import { getColour } from './difference.tsx'

type Props = { list: { data: Pick<CashUpsPage, 'totals'> | undefined; isError: boolean; isPlaceholderData: boolean } }

/** The sums of the month. They are those of the days that were cashed up, and say of how many. */
export function MonthTotals({ list: { data, isError, isPlaceholderData } }: Props) {
  const totals = data?.totals
  const missing = isError ? NO_VALUE : undefined
  const days = totals && pluralize(totals.days + totals.missing, 'trading day')
  const isTrading = totals !== undefined && totals.days + totals.missing > 0
  const note = isTrading ? `for ${formatCount(totals.days)} of ${days}` : totals ? 'No trading days yet' : ''
  // The line is said once, and keeps its place in the other cards.
  const format = (describe: (sums: CashUpsPage['totals']) => string) =>
    totals ? (totals.days > 0 ? describe(totals) : NO_VALUE) : missing
  const common = { note: '', dimmed: isPlaceholderData }
  return (
    <Box className="tiles" mb="var(--gap)">
      <KpiCard
        label="Expected"
        figure={format(({ expected }) => formatRand(expected))}
        picture={<KpiIcon icon={IconReceipt} />}
        {...common}
        note={note}
      />
      <KpiCard
        label="Counted"
        figure={format(({ counted }) => formatRand(counted))}
        picture={<KpiIcon icon={IconCash} />}
        {...common}
      />
      <Box display="contents" c={totals && totals.days > 0 ? `var(--${getColour(totals.difference)})` : undefined}>
        <KpiCard
          label="Difference"
          figure={format(({ difference }) => describeDifference(difference))}
          picture={<KpiIcon icon={IconScale} />}
          {...common}
        />
      </Box>
      <KpiCard
        label="Still to count"
        figure={totals ? formatCount(totals.missing) : missing}
        picture={<KpiIcon icon={IconCalendarDue} warns={totals !== undefined && totals.missing > 0} />}
        {...common}
      />
    </Box>
  )
}
