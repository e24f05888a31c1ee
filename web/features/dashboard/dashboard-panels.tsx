import { IconAlertTriangle, IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { linkOptions } from '@tanstack/react-router'
import { memo, type ReactNode, useMemo } from 'react'
import type { Figures, Hour } from '../../../contract/dashboard.ts'
import type { SilentTill } from '../../../contract/dashboard-notices.ts'
import { FIGURES, findKnownCostShare } from '../../../contract/figures.ts'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { sumRand } from '../../../contract/shared/decimal.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { explainMissing, namePeriods } from '../../figures/compared-range.ts'
import { KpiDelta } from '../../figures/kpi-delta.tsx'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatPercent,
  formatRand,
  formatWholePercent,
  formatWholeRand,
  pluralize,
  pluralizeAverage,
} from '../../lib/format/money.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { DayChart, type DaysLink } from '../../ui/charts/day-chart.tsx'
import { Doughnut } from '../../ui/charts/doughnut.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { KpiCard, KpiIcon } from '../../ui/layout/kpi-card.tsx'
import classes from './dashboard.module.css'
import { firstStepsQuery } from './dashboard-queries.ts'
import { LowStockItems } from './low-stock-items.tsx'
import { LOW_STOCK_LINK } from './low-stock-link.ts'
import { TopEmployees } from './top-employees.tsx'
import { TopProducts } from './top-products.tsx'
import { TopSites } from './top-sites.tsx'

type Sums = { revenue: number; orders: number }

const getRevenue = ({ revenue }: Sums) => revenue
const getAverage = ({ revenue, orders }: Sums) => (orders > 0 ? revenue / orders : null)
const getOrders = ({ orders }: Sums) => orders
const formatOrders = (orders: number) => pluralizeAverage(orders, 'order')

/** A day leads to its sales, of the same sites and employees. */
const createDaysLink = (places: Pick<FiguresSearch, 'sites' | 'employees'>): DaysLink => ({
  to: (days) => linkOptions({ to: '/sales', search: { ...places, ...days } }),
  name: 'its sales',
})

// A refetch changes few figures, and the links in these cards are slow to render.
const Sites = memo(TopSites)
const Products = memo(TopProducts)
const Employees = memo(TopEmployees)
const LowStock = memo(LowStockItems)

type Props = {
  figures: Figures | undefined
  /** The figures are compared with earlier ones. */
  hasDelta: boolean
  /** The hours of a range of one day. */
  hours: Hour[] | undefined
  comparedHours: Hour[] | undefined
  /** Range and filters in the URL, for the screens that the names lead to. */
  search: FiguresSearch
  today: string
  dimmed: boolean
  silentTills: SilentTill[]
  timezone: string
  support: ReactNode
  /** Below the figures. */
  changes?: ReactNode
  noRevenue: ReactNode
}

/** The cards, charts and tables of the figures. */
export function DashboardPanels({
  figures,
  hasDelta,
  hours,
  comparedHours,
  search,
  today,
  dimmed,
  support,
  changes,
  noRevenue,
  ...tills
}: Props) {
  const { daily, payments, compared } = figures ?? {}
  const { sites, employees } = search
  const link = useMemo(() => createDaysLink({ sites, employees }), [sites, employees])
  const hasNoOrders = figures?.orders === 0
  const periods = useMemo(
    () =>
      figures?.compared ? namePeriods(figures.compared, figures, tills.timezone) : hasDelta ? explainMissing(figures) : undefined,
    [figures, hasDelta, tills.timezone],
  )
  const chart = { periods, days: daily, compared: compared?.daily, hours, comparedHours, today, link, dimmed }

  return (
    <>
      <KpiCards figures={figures} hasDelta={hasDelta} dimmed={dimmed} timezone={tills.timezone} today={today} />
      {changes}
      <div className={classes.columns}>
        <DayChart
          {...chart}
          title="Revenue (daily)"
          titleLink={{ to: linkOptions({ to: '/reports', search: { ...search, by: 'day' } }), name: 'Report by day' }}
          shape="line"
          valueName="Revenue"
          getValue={getRevenue}
          format={formatRand}
          formatAxis={formatAxisRand}
          empty={hasNoOrders && noRevenue}
        />
        <Doughnut
          title="Payment Mix"
          titleLink={{
            to: linkOptions({ to: '/reports', search: { ...search, by: 'payment_method' } }),
            name: 'Report by payment method',
          }}
          slices={payments?.map(({ payment_method, orders, revenue }) => ({
            label: formatPaymentMethod(payment_method),
            count: orders,
            amount: revenue,
          }))}
          names={{ slice: 'Payment method', slices: 'methods', counted: 'sales', amount: 'Revenue' }}
          total={figures?.orders}
          note={figures && describePayments(figures)}
          empty="No payments in this range."
          dimmed={dimmed}
        />
      </div>
      <div className={classes.columns}>
        <DayChart
          {...chart}
          title="Orders (daily)"
          titleLink={{
            to: linkOptions({ to: '/reports', search: { ...search, by: 'day', sort: 'orders' } }),
            name: 'Report of orders by day',
          }}
          shape="bars"
          valueName="Orders"
          getValue={getOrders}
          format={formatOrders}
          formatAxis={formatAxisCount}
          whole
          empty={hasNoOrders && 'No orders in this range.'}
        />
        <div className={`stack ${classes.stack}`}>
          {support}
          <Sites sites={figures?.top_sites} search={search} dimmed={dimmed} {...tills} />
        </div>
      </div>
      <div className={classes.columns}>
        <Products products={figures?.top_products} search={search} dimmed={dimmed} />
        <Employees employees={figures?.top_employees} others={figures?.without_employee} search={search} dimmed={dimmed} />
      </div>
      <LowStock items={figures?.low_stock_items} dimmed={dimmed} />
    </>
  )
}

type KpiProps = Pick<Props, 'figures' | 'hasDelta' | 'dimmed' | 'timezone' | 'today'>

function KpiCards({ figures, hasDelta, dimmed, timezone, today }: KpiProps) {
  const isUnfinished = figures?.to === today
  // Read by the first steps, for those who see them.
  const { data: steps } = useQuery({ ...firstStepsQuery(), enabled: false })
  const isNew = steps?.last_sale_date === null
  const getDelta = (of: 'revenue' | 'average') =>
    figures?.compared && (
      <KpiDelta now={figures[of]} before={figures.compared[of]} compared={figures.compared} range={figures} timezone={timezone} />
    )
  return (
    <div className={classes.kpis}>
      <KpiCard
        label="Revenue"
        figure={figures && formatWholeRand(figures.revenue)}
        exact={figures && formatRand(figures.revenue)}
        note={figures ? pluralize(figures.orders, 'order') : ''}
        delta={hasDelta ? getDelta('revenue') : undefined}
        more={figures && figures.orders > 0 ? <Profit figures={figures} /> : ''}
        picture={figures && <Sparkline values={figures.daily.map(getRevenue)} isUnfinished={isUnfinished} />}
        dimmed={dimmed}
      />
      <KpiCard
        label="Avg Sale"
        figure={figures && formatRand(figures.average)}
        note="Average transaction value"
        delta={hasDelta ? getDelta('average') : undefined}
        more=""
        picture={figures && <Sparkline values={figures.daily.map(getAverage)} isUnfinished={isUnfinished} />}
        dimmed={dimmed}
      />
      <KpiCard
        label="Payment Types"
        figure={figures && formatCount(figures.payments.length)}
        note="Active methods"
        more={figures && describeLargestShare(figures)}
        picture={<KpiIcon icon={IconCreditCard} />}
        dimmed={dimmed}
      />
      <KpiCard
        label="Low Stock"
        figure={figures && formatCount(figures.low_stock)}
        note={`< ${LOW_STOCK} units`}
        more={figures?.orders === 0 && figures.low_stock > 0 && isNew ? 'No sales yet to compare' : ''}
        picture={<KpiIcon icon={IconAlertTriangle} warns={!!figures?.low_stock} />}
        link={LOW_STOCK_LINK}
        dimmed={dimmed}
      />
    </div>
  )
}

/** 'Profit R 72 258, cost known for 85 %'. Nothing where no cost is known. */
function Profit({ figures }: { figures: Figures }) {
  const seesCosts = useSeesCosts()
  const profit = FIGURES.profit(figures)
  const share = findKnownCostShare(figures)
  if (profit === null || !seesCosts) return null
  return (
    <span
      title={`${formatRand(profit)} without VAT${share === null ? '' : `. The cost is known for ${formatWholePercent(share)} of revenue.`}`}
    >
      Profit {formatWholeRand(profit)}
      {share !== null && `, cost known for ${formatWholePercent(share)}`}
    </span>
  )
}

/** Why the methods have more than the sales: '3 sales with split payments, counted under each method.' */
const describePayments = ({ split_sales, extras }: Figures) =>
  [
    split_sales > 0 && `${pluralize(split_sales, 'sale')} with split payments, counted under each method.`,
    extras !== 0 && `The amounts include ${formatRand(extras)} of tips, gift cards, deposits and rounding.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ')

/** 'Card 60,2 % of revenue', of the payment method with the most. */
function describeLargestShare({ payments, extras }: Figures) {
  const all = sumRand(payments.map(({ revenue }) => revenue))
  const [largest] = payments.toSorted((a, b) => b.revenue - a.revenue)
  return largest && all > 0
    ? `${formatPaymentMethod(largest.payment_method)} ${formatPercent(largest.revenue / all)} of ${extras === 0 ? 'revenue' : 'payments'}`
    : ''
}
