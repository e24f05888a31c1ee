import { Box } from '@mantine/core'
import { IconBasket, IconCoins, IconReceipt } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SalesSummary } from '../../../contract/sales.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { KpiChange } from '../../figures/kpi-change.tsx'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatRand,
  formatWholeRand,
  pluralizeAverage,
} from '../../lib/format/money.ts'
import { DayChart } from '../../ui/charts/day-chart.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { KpiCard } from '../../ui/layout/kpi-card.tsx'
import classes from './sales.module.css'

type Day = SalesSummary['daily'][number]

const getRevenue = ({ revenue }: Day) => revenue
const getOrders = ({ orders }: Day) => orders
const formatSales = (sales: number) => pluralizeAverage(sales, 'sale')

type Query = UseQueryResult<SalesSummary, Error>

/** The cards of the filtered sales. */
export function SalesCards({
  query,
  isCompared,
  ...shown
}: {
  query: Query
  isCompared: boolean
  range: DateRange
  timezone: string
}) {
  const { data: summary, isPlaceholderData: dimmed } = query
  if (query.isError && !summary)
    return (
      <Box className="panel row" mb="md" p="12px 20px">
        <LoadFailure query={query} failure="Failed to load figures" />
      </Box>
    )
  return (
    <div className={classes.figures}>
      <div className={classes.kpis}>
        <KpiCard
          label="Total Revenue"
          figure={summary && formatWholeRand(summary.revenue)}
          exact={summary && formatRand(summary.revenue)}
          change={isCompared ? <Change summary={summary} of="revenue" {...shown} /> : undefined}
          icon={IconCoins}
          dimmed={dimmed}
        />
        <KpiCard
          label="Number of Sales"
          figure={summary && formatCount(summary.orders)}
          change={isCompared ? <Change summary={summary} of="orders" {...shown} /> : undefined}
          icon={IconReceipt}
          dimmed={dimmed}
        />
        <KpiCard
          label="Avg. per Sale"
          figure={summary && formatRand(summary.average)}
          change={isCompared ? <Change summary={summary} of="average" {...shown} /> : undefined}
          icon={IconBasket}
          dimmed={dimmed}
        />
      </div>
    </div>
  )
}

type ChangeProps = { summary: SalesSummary | undefined; of: 'revenue' | 'orders' | 'average'; range: DateRange; timezone: string }

const Change = ({ summary, of, ...shown }: ChangeProps) =>
  summary?.compared && <KpiChange now={summary[of]} before={summary.compared[of]} compared={summary.compared} {...shown} />

/** The charts of the filtered sales. `where`: 'in this range', for their texts without sales. */
export function SalesCharts({ query, where }: { query: Query; where: string }) {
  const { data: summary, isPlaceholderData: dimmed } = query
  if (query.isError && !summary) return null
  const hasNoSales = summary?.orders === 0
  return (
    <div className={classes.figures} data-charts>
      <div className={classes.charts}>
        <DayChart
          title="Revenue Over Time"
          shape="line"
          valueName="Revenue"
          days={summary?.daily}
          compared={summary?.compared?.daily}
          getValue={getRevenue}
          format={formatRand}
          formatAxis={formatAxisRand}
          empty={hasNoSales && `No revenue ${where}.`}
          dimmed={dimmed}
        />
        <DayChart
          title="Sales Count Per Day"
          shape="bars"
          valueName="Sales"
          days={summary?.daily}
          compared={summary?.compared?.daily}
          getValue={getOrders}
          format={formatSales}
          formatAxis={formatAxisCount}
          whole
          empty={hasNoSales && `No sales ${where}.`}
          dimmed={dimmed}
        />
      </div>
    </div>
  )
}
