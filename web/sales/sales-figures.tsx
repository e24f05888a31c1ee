import { IconBasket, IconCoins, IconReceipt } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { SalesFigures as Figures } from '../../contract/sales.ts'
import { axisCount, axisRand, count, countedOnAverage, rand, wholeRand } from '../lib/money.ts'
import { DayChart } from '../ui/charts/day-chart.tsx'
import { KpiCard } from '../ui/kpi-card.tsx'
import classes from './sales-figures.module.css'

type Props = {
  /** Undefined while they load. */
  figures: Figures | undefined
  dimmed: boolean
  /** Why there may be nothing: 'in this range'. */
  where: string
}

/** The cards and charts of the filtered sales. */
export function SalesFigures({ figures, dimmed, where }: Props) {
  const daily = figures?.daily
  const revenue = useMemo(() => daily?.map(({ day, revenue }) => ({ day, value: revenue })), [daily])
  const sales = useMemo(() => daily?.map(({ day, orders }) => ({ day, value: orders })), [daily])
  const hasSoldNothing = figures?.orders === 0

  return (
    <div className={classes.figures}>
      <div className={classes.kpis}>
        <KpiCard label="Total Revenue" figure={figures && wholeRand(figures.revenue)} icon={IconCoins} dimmed={dimmed} />
        <KpiCard label="Number of Sales" figure={figures && count(figures.orders)} icon={IconReceipt} dimmed={dimmed} />
        <KpiCard label="Avg. per Sale" figure={figures && rand(figures.average)} icon={IconBasket} dimmed={dimmed} />
      </div>
      <div className={classes.halves}>
        <DayChart
          title="Revenue Over Time"
          shape="line"
          valueName="Revenue"
          series={revenue}
          format={rand}
          formatAxis={axisRand}
          nothing={hasSoldNothing && `No revenue ${where}.`}
          dimmed={dimmed}
        />
        <DayChart
          title="Sales Count Per Day"
          shape="bars"
          valueName="Sales"
          series={sales}
          format={salesOf}
          formatAxis={axisCount}
          whole
          nothing={hasSoldNothing && `No sales ${where}.`}
          dimmed={dimmed}
        />
      </div>
    </div>
  )
}

const salesOf = (value: number) => countedOnAverage(value, 'sale')
