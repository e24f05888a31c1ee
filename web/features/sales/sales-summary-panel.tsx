import { IconBasket, IconCoins, IconReceipt } from '@tabler/icons-react'
import type { SalesSummary } from '../../../contract/sales.ts'
import { count, rand, wholeRand } from '../../lib/format/money.ts'
import { OrdersChart, RevenueChart } from '../../ui/charts/daily-charts.tsx'
import { KpiCard } from '../../ui/layout/kpi-card.tsx'
import classes from './sales-summary-panel.module.css'

type Props = {
  /** Undefined while it loads. */
  summary: SalesSummary | undefined
  dimmed: boolean
  /** 'in this range', for the texts of empty charts. */
  where: string
}

/** The cards and charts of the filtered sales. */
export function SalesSummaryPanel({ summary, dimmed, where }: Props) {
  const daily = summary?.daily
  return (
    <div className={classes.panel}>
      <div className={classes.kpis}>
        <KpiCard label="Total Revenue" figure={summary && wholeRand(summary.revenue)} icon={IconCoins} dimmed={dimmed} />
        <KpiCard label="Number of Sales" figure={summary && count(summary.orders)} icon={IconReceipt} dimmed={dimmed} />
        <KpiCard label="Avg. per Sale" figure={summary && rand(summary.average)} icon={IconBasket} dimmed={dimmed} />
      </div>
      <div className={classes.halves}>
        <RevenueChart title="Revenue Over Time" daily={daily} empty={`No revenue ${where}.`} dimmed={dimmed} />
        <OrdersChart title="Sales Count Per Day" unit="sale" daily={daily} empty={`No sales ${where}.`} dimmed={dimmed} />
      </div>
    </div>
  )
}
