import { Box } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SalesSummary } from '../../../contract/sales.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { explainMissing, namePeriods } from '../../figures/compared-range.ts'
import { KpiDelta } from '../../figures/kpi-delta.tsx'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatRand,
  formatWholeRand,
  pluralizeAverage,
} from '../../lib/format/money.ts'
import { DayChart } from '../../ui/charts/day-chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { KpiCard } from '../../ui/layout/kpi-card.tsx'
import classes from './sales.module.css'

type Day = SalesSummary['daily'][number]

const getRevenue = ({ revenue }: Day) => revenue
const getOrders = ({ orders }: Day) => orders
const getAverage = ({ revenue, orders }: Day) => (orders > 0 ? revenue / orders : null)
const formatSales = (sales: number) => pluralizeAverage(sales, 'sale')

type Query = UseQueryResult<SalesSummary, Error>

type Props = {
  query: Query
  isCompared: boolean
  range: DateRange
  /** The calendar date of the business. */
  today: string
  timezone: string
}

/** The cards of the filtered sales. */
export function SalesCards({ query, isCompared, range, today, timezone }: Props) {
  const { data: summary, isPlaceholderData: dimmed } = query
  if (query.isError && !summary) return <LoadFailure query={query} failure="Failed to load figures" asCard />
  const drawDays = (getValue: (day: Day) => number | null) =>
    summary && <Sparkline values={summary.daily.map(getValue)} isUnfinished={range.to === today} />
  const getDelta = (of: 'revenue' | 'orders' | 'average') => {
    if (!isCompared) return
    const compared = summary?.compared
    return compared ? <KpiDelta now={summary[of]} before={compared[of]} {...{ compared, range, timezone }} /> : ''
  }
  return (
    <Box className="tiles" mb="md">
      <KpiCard
        label="Total Revenue"
        figure={summary && formatWholeRand(summary.revenue)}
        exact={summary && formatRand(summary.revenue)}
        delta={getDelta('revenue')}
        picture={drawDays(getRevenue)}
        dimmed={dimmed}
      />
      <KpiCard
        label="Number of Sales"
        figure={summary && formatCount(summary.orders)}
        delta={getDelta('orders')}
        picture={drawDays(getOrders)}
        dimmed={dimmed}
      />
      <KpiCard
        label="Avg. per Sale"
        figure={summary && formatRand(summary.average)}
        delta={getDelta('average')}
        picture={drawDays(getAverage)}
        dimmed={dimmed}
      />
    </Box>
  )
}

/** The charts of the filtered sales. `where`: 'in this range', for their texts without sales. */
export function SalesCharts({ query, isCompared, range, today, timezone, where }: Props & { where: string }) {
  const { data: summary, isPlaceholderData: dimmed } = query
  const { from, to } = range
  const compared = summary?.compared
  const periods = useMemo(
    () => (compared ? namePeriods(compared, { from, to }, timezone) : isCompared ? explainMissing(summary) : undefined),
    [compared, summary, isCompared, from, to, timezone],
  )
  if (query.isError && !summary) return null
  const hasNoSales = summary?.orders === 0
  const chart = { days: summary?.daily, compared: compared?.daily, periods, today, dimmed }
  return (
    <Box className={classes.charts} mb="md">
      <DayChart
        title="Revenue Over Time"
        shape="line"
        valueName="Revenue"
        {...chart}
        getValue={getRevenue}
        format={formatRand}
        formatAxis={formatAxisRand}
        empty={hasNoSales && `No revenue ${where}.`}
      />
      <DayChart
        title="Sales Count Per Day"
        shape="bars"
        valueName="Sales"
        {...chart}
        getValue={getOrders}
        format={formatSales}
        formatAxis={formatAxisCount}
        whole
        empty={hasNoSales && `No sales ${where}.`}
      />
    </Box>
  )
}
