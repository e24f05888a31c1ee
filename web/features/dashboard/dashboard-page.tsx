import { IconAlertTriangle, IconBasket, IconCoins, IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Figures } from '../../../contract/dashboard.ts'
import { DEFAULT_TIMEZONE, LOW_STOCK } from '../../../contract/shared/constants.ts'
import { useSession } from '../../auth/session.ts'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { useConnection } from '../../lib/api/live.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import {
  formatAxisCount,
  formatAxisRand,
  formatCount,
  formatRand,
  formatWholeRand,
  pluralize,
  pluralizeAverage,
} from '../../lib/format/money.ts'
import { toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { DayChart } from '../../ui/charts/day-chart.tsx'
import { Doughnut } from '../../ui/charts/doughnut.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { KpiCard } from '../../ui/layout/kpi-card.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Announcements } from './announcements.tsx'
import classes from './dashboard-page.module.css'
import { figuresQuery } from './figures-query.ts'
import { Freshness } from './freshness.tsx'
import { LowStockItems } from './low-stock-items.tsx'
import { SetupCard } from './setup-card.tsx'
import { SupportCard } from './support-card.tsx'
import { TillHint } from './till-hint.tsx'
import { TopEmployees } from './top-employees.tsx'
import { TopProducts } from './top-products.tsx'
import { TopSites } from './top-sites.tsx'

const route = getRouteApi('/_signed-in/dashboard')

/** Without new sales too: the shown time must be current, and stock can be edited. */
const REFRESH_MS = 60_000
const FIGURES_POLICY = refetchPolicy({ everyMs: REFRESH_MS, afterFailureMs: FAST_RETRY_MS })
const DEFAULT_POLICY = refetchPolicy({ everyMs: REFRESH_MS })

export function DashboardPage() {
  const session = useSession()
  const timezone = session?.business?.timezone ?? DEFAULT_TIMEZONE
  const today = useToday(timezone)
  const choice = toChoice(route.useSearch())
  const navigate = route.useNavigate()
  const connection = useConnection()

  const figures = useQuery({ ...figuresQuery(toDates(choice, today)), refetchInterval: FIGURES_POLICY })
  const tickets = useQuery(api.dashboard.tickets.queryOptions({ refetchInterval: DEFAULT_POLICY }))
  const announcements = useQuery(api.dashboard.announcements.queryOptions({ refetchInterval: DEFAULT_POLICY }))

  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Performance overview"
        action={
          <>
            <Freshness
              figures={figures.data}
              timezone={timezone}
              connection={connection}
              hasFailed={figures.isError && !!figures.data}
            />
            <RangePicker choice={choice} today={today} onChoose={(chosen) => navigate({ search: toSearch(chosen) })} />
          </>
        }
      />
      <div className={classes.dashboard}>
        <Announcements query={announcements} businessid={session?.business?.id} />
        {session?.signup_step && <SetupCard step={session.signup_step} />}
        {figures.isError && !figures.data ? (
          <>
            <div className={classes.failure}>
              <LoadFailure query={figures} failure="Failed to load dashboard" />
            </div>
            <SupportCard query={tickets} />
          </>
        ) : (
          <DashboardPanels
            figures={figures.data}
            dimmed={figures.isPlaceholderData}
            support={<SupportCard query={tickets} />}
            noRevenue={session?.signup_step ? 'No revenue in this range.' : <TillHint today={today} />}
          />
        )}
      </div>
    </>
  )
}

type Day = Figures['daily'][number]

const getRevenue = ({ revenue }: Day) => revenue
const getOrders = ({ orders }: Day) => orders
const formatOrders = (orders: number) => pluralizeAverage(orders, 'order')

type PanelsProps = { figures: Figures | undefined; dimmed: boolean; support: ReactNode; noRevenue: ReactNode }

/** The cards, charts and tables of the figures. */
function DashboardPanels({ figures, dimmed, support, noRevenue }: PanelsProps) {
  const { daily, payments } = figures ?? {}
  const hasNoOrders = figures?.orders === 0

  return (
    <>
      <KpiCards figures={figures} dimmed={dimmed} />
      <div className={classes.columns}>
        <DayChart
          title="Revenue (daily)"
          shape="line"
          valueName="Revenue"
          days={daily}
          getValue={getRevenue}
          format={formatRand}
          formatAxis={formatAxisRand}
          empty={hasNoOrders && noRevenue}
          dimmed={dimmed}
        />
        <Doughnut
          title="Payment Mix"
          slices={payments?.map(({ payment_method, orders }) => ({ label: capitalise(payment_method), count: orders }))}
          unit="sales"
          sliceName="Payment method"
          sliceNames="methods"
          empty="No payments in this range."
          dimmed={dimmed}
        />
      </div>
      <div className={classes.columns}>
        <DayChart
          title="Orders (daily)"
          shape="bars"
          valueName="Orders"
          days={daily}
          getValue={getOrders}
          format={formatOrders}
          formatAxis={formatAxisCount}
          whole
          empty={hasNoOrders && 'No orders in this range.'}
          dimmed={dimmed}
        />
        <div className={classes.stack}>
          {support}
          <TopSites sites={figures?.top_sites} dimmed={dimmed} />
        </div>
      </div>
      <div className={classes.columns}>
        <TopProducts products={figures?.top_products} dimmed={dimmed} />
        <TopEmployees employees={figures?.top_employees} dimmed={dimmed} />
      </div>
      <LowStockItems items={figures?.low_stock_items} dimmed={dimmed} />
    </>
  )
}

const KpiCards = ({ figures, dimmed }: Pick<PanelsProps, 'figures' | 'dimmed'>) => (
  <div className={classes.kpis}>
    <KpiCard
      label="Revenue"
      figure={figures && formatWholeRand(figures.revenue)}
      note={figures ? pluralize(figures.orders, 'order') : ''}
      icon={IconCoins}
      dimmed={dimmed}
    />
    <KpiCard
      label="Avg Sale"
      figure={figures && formatRand(figures.average)}
      note="Average transaction value"
      icon={IconBasket}
      dimmed={dimmed}
    />
    <KpiCard
      label="Payment Types"
      figure={figures && formatCount(figures.payments.length)}
      note="Active methods"
      icon={IconCreditCard}
      dimmed={dimmed}
    />
    <KpiCard
      label="Low Stock"
      figure={figures && formatCount(figures.low_stock)}
      note={`< ${LOW_STOCK} units`}
      icon={IconAlertTriangle}
      warns={!!figures?.low_stock}
      dimmed={dimmed}
    />
  </div>
)
