import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import type { SilentTill } from '../../../contract/dashboard.ts'
import { useSession } from '../../auth/session.ts'
import { getTimezone } from '../../auth/timezone.ts'
import { getComparison } from '../../figures/comparison.ts'
import { FiguresBar } from '../../figures/figures-bar.tsx'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { useConnection } from '../../lib/api/live.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Announcements } from './announcements.tsx'
import { readHeight } from './announcements-height.ts'
import { DashboardActions } from './dashboard-actions.tsx'
import classes from './dashboard-page.module.css'
import { DashboardPanels } from './dashboard-panels.tsx'
import { FiguresCheck } from './figures-check.tsx'
import { comparedHoursQuery, figuresQuery, hoursQuery, toFiguresInput } from './figures-query.ts'
import { FirstSteps } from './first-steps.tsx'
import { Freshness } from './freshness.tsx'
import { LateSales } from './late-sales.tsx'
import { SetupCard } from './setup-card.tsx'
import { SupportCard } from './support-card.tsx'

const route = getRouteApi('/_signed-in/dashboard')

/** Without new sales too: the shown time must be current, and stock can be edited. */
const REFRESH_MS = 60_000
const FIGURES_POLICY = refetchPolicy({ everyMs: REFRESH_MS, afterFailureMs: FAST_RETRY_MS })
const DEFAULT_POLICY = refetchPolicy({ everyMs: REFRESH_MS })

const withoutRange = ({ range: _range, from: _from, to: _to, ...rest }: FiguresSearch) => rest

/** The same at each render, for the panels that are rendered only when their data changes. */
const NO_TILLS: SilentTill[] = []

export function DashboardPage() {
  const session = useSession()
  const timezone = getTimezone(session)
  const today = useToday(timezone)
  const search = route.useSearch()
  const choice = toChoice(search)
  const navigate = route.useNavigate()
  const connection = useConnection()

  const dates = toDates(choice, today)
  const input = toFiguresInput(search, dates, getComparison(search, session))
  const figures = useQuery({ ...figuresQuery(input), refetchInterval: FIGURES_POLICY })
  const hours = useQuery(hoursQuery(input))
  const comparedHours = useQuery(comparedHoursQuery({ ...input, compared: figures.data?.compared ?? undefined }))
  const tickets = useQuery(api.dashboard.tickets.queryOptions({ refetchInterval: DEFAULT_POLICY }))
  const silentTills = useQuery(api.dashboard.silentTills.queryOptions({ refetchInterval: DEFAULT_POLICY }))
  const announcements = useQuery(api.dashboard.announcements.queryOptions({ refetchInterval: DEFAULT_POLICY }))

  // New figures are rendered in the background, in short steps. On the first visit in this browser the page has waited for the
  // announcements: they are shown first, then the panels, whose figures are often there.
  const [isFirstVisit] = useState(() => readHeight(session?.business?.id) === null)
  const hasPanels = useDeferredValue(true, !isFirstVisit)
  const shown = useDeferredValue(figures.data)

  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Performance overview"
        controls={
          <>
            <Freshness
              figures={figures.data}
              timezone={timezone}
              connection={connection}
              hasFailed={figures.isError && !!figures.data}
            />
            <RangePicker
              choice={choice}
              today={today}
              onChoose={(chosen) => navigate({ search: { ...withoutRange(search), ...toSearch(chosen) } })}
            />
          </>
        }
        action={<DashboardActions search={search} />}
      />
      <FiguresBar
        compare={input.compare}
        onCompare={(compare) => navigate({ search: { ...search, compare } })}
        sites={input.sites}
        employees={input.employees}
        onFilter={(places) => navigate({ search: { ...search, ...places } })}
      />
      <div className={classes.dashboard}>
        <Announcements query={announcements} businessid={session?.business?.id} />
        {!session?.signup_step && <LateSales timezone={timezone} today={today} />}
        {session?.signup_step && <SetupCard step={session.signup_step} />}
        {figures.isError && !figures.data ? (
          <>
            <div className={classes.failure}>
              <LoadFailure query={figures} failure="Failed to load dashboard" />
            </div>
            <SupportCard query={tickets} />
          </>
        ) : (
          hasPanels && (
            <DashboardPanels
              figures={shown}
              hours={hours.data}
              hasChange={input.compare !== 'off'}
              comparedHours={comparedHours.data}
              search={search}
              today={today}
              dimmed={figures.isPlaceholderData}
              silentTills={silentTills.data ?? NO_TILLS}
              timezone={timezone}
              support={<SupportCard query={tickets} />}
              noRevenue={session?.signup_step ? 'No revenue in this range.' : <FirstSteps />}
            />
          )
        )}
        {hasPanels && <FiguresCheck timezone={timezone} today={today} />}
      </div>
    </>
  )
}
