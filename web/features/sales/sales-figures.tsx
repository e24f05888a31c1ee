import { IconBasket, IconCoins, IconReceipt } from '@tabler/icons-react'
import type { SalesSummary } from '../../../contract/sales.ts'
import { count, rand, wholeRand } from '../../lib/format/money.ts'
import { OrdersChart, RevenueChart } from '../../ui/charts/daily-charts.tsx'
import { KpiCard } from '../../ui/layout/kpi-card.tsx'
import classes from './sales-figures.module.css'

type Props = {
  /** Undefined while they load. */
  figures: SalesSummary | undefined
  dimmed: boolean
  /** Why there may be nothing: 'in this range'. */
  where: string
}

/** The cards and charts of the filtered sales. */
export function SalesSummaryPanel({ figures, dimmed, where }: Props) {
  const daily = figures?.daily
  return (
    <div className={classes.figures}>
      <div className={classes.kpis}>
        <KpiCard label="Total Revenue" figure={figures && wholeRand(figures.revenue)} icon={IconCoins} dimmed={dimmed} />
        <KpiCard label="Number of Sales" figure={figures && count(figures.orders)} icon={IconReceipt} dimmed={dimmed} />
        <KpiCard label="Avg. per Sale" figure={figures && rand(figures.average)} icon={IconBasket} dimmed={dimmed} />
      </div>
      <div className={classes.halves}>
        <RevenueChart title="Revenue Over Time" daily={daily} nothing={`No revenue ${where}.`} dimmed={dimmed} />
        <OrdersChart title="Sales Count Per Day" unit="sale" daily={daily} nothing={`No sales ${where}.`} dimmed={dimmed} />
      </div>
    </div>
  )
}
