import { Box, Button } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { type Query, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, lazy, Suspense, useDeferredValue } from 'react'
import type { FiguresCheck as Check, Figures } from '../../../contract/dashboard.ts'
import type { SilentTill } from '../../../contract/dashboard-notices.ts'
import type { Session } from '../../../contract/session.ts'
import { useMay } from '../../auth/rights.ts'
import { useSession } from '../../auth/session.ts'
import { getTimezone } from '../../auth/timezone.ts'
import { getComparison } from '../../figures/comparison.ts'
import { FiguresControls } from '../../figures/figures-controls.tsx'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { type Connection, getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatDateIn, formatShortDay, formatTimeIn } from '../../lib/format/dates.ts'
import { toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import type { FiguresSearch } from '../../lib/url/figures-search.ts'
import { RoundIcon } from '../../ui/display/round-icon.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { Announcements } from './announcements.tsx'
import classes from './dashboard.module.css'
import { DashboardPanels } from './dashboard-panels.tsx'
import { comparedHoursQuery, figuresQuery, hoursQuery, toFiguresInput } from './dashboard-queries.ts'
import { FirstSteps, NoRevenue } from './first-steps.tsx'
import { LateSales } from './late-sales.tsx'
import { Notices } from './notices.tsx'

/** Rarely needed. */
const RefusedSales = lazy(async () => ({ default: (await import('./refused-sales.tsx')).RefusedSales }))
const Restored = lazy(async () => ({ default: (await import('./restored.tsx')).Restored }))
const ImportedSales = lazy(async () => ({ default: (await import('./imported-sales.tsx')).ImportedSales }))

const ROOM = <Box className={`panel ${classes.changesRoom}`} />
const WhatChanged = lazyComponent(async () => (await import('./what-changed.tsx')).WhatChanged, {
  failure: 'What changed could not be loaded.',
  loading: ROOM,
})

const route = getRouteApi('/_signed-in/dashboard')

/** Without new sales too: the shown time must be current, and stock can be edited. */
const REFRESH_MS = 60_000
const FIGURES_POLICY = refetchPolicy({ everyMs: REFRESH_MS, afterFailureMs: FAST_RETRY_MS })
const DEFAULT_POLICY = refetchPolicy({ everyMs: REFRESH_MS })
/** Once, and while tills send again after a restore. */
const CHECK_POLICY = (query: Query<Check>) => refetchPolicy({ everyMs: query.state.data?.restored ? REFRESH_MS : false })(query)

const withoutRange = ({ range: _range, from: _from, to: _to, ...rest }: FiguresSearch) => rest

/** The same at each render, for the panels that are rendered only when their data changes. */
const NO_TILLS: SilentTill[] = []

/** Tickets are another feature; the route passes their card in. */
export function DashboardPage({ supportCard: SupportCard }: { supportCard: ComponentType }) {
  const session = useSession()
  const may = useMay()
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
  const silentTills = useQuery(api.dashboard.silentTills.queryOptions({ refetchInterval: DEFAULT_POLICY }))
  const announcements = useQuery(api.dashboard.announcements.queryOptions({ refetchInterval: DEFAULT_POLICY }))

  // New figures are rendered in the background, in short steps.
  const shown = useDeferredValue(figures.data)
  const check = useQuery(
    api.dashboard.figuresCheck.queryOptions({
      enabled: may('dashboard.figuresCheck'),
      refetchInterval: CHECK_POLICY,
    }),
  )

  const isPhone = useIsPhone()
  const isOwner = !session?.signup_step && may('dashboard.firstSteps')
  const support = may('tickets.count') && <SupportCard />
  const freshness = (
    <Freshness figures={figures.data} timezone={timezone} connection={connection} hasFailed={figures.isError && !!figures.data} />
  )
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle="Performance overview"
        status={!isPhone && freshness}
        controls={
          <FiguresControls
            choice={choice}
            today={today}
            onChoose={(chosen) => navigate({ search: { ...withoutRange(search), ...toSearch(chosen) } })}
            compare={input.compare}
            onCompare={(compare) => navigate({ search: { ...search, compare } })}
            places={{ ...input, onFilter: (places) => navigate({ search: { ...search, ...places } }) }}
            status={isPhone && freshness}
          />
        }
      />
      <div className={classes.dashboard}>
        <Notices>
          <Suspense>{check.data?.restored && <Restored restored={check.data.restored} timezone={timezone} />}</Suspense>
          <Suspense>{may('refusedSales.sums') && <RefusedSales />}</Suspense>
          {!session?.signup_step && <LateSales timezone={timezone} today={today} />}
          <Suspense>{isOwner && <ImportedSales shown={dates} />}</Suspense>
          <Announcements query={announcements} />
        </Notices>
        {session?.signup_step && <SetupCard step={session.signup_step} />}
        {isOwner && <FirstSteps orders={figures.data?.orders} />}
        {figures.isError && !figures.data ? (
          <>
            <LoadFailure query={figures} failure="Failed to load dashboard" asCard />
            {support}
          </>
        ) : (
          <DashboardPanels
            figures={shown}
            hours={hours.data}
            hasDelta={input.compare !== 'off'}
            comparedHours={comparedHours.data}
            search={search}
            today={today}
            dimmed={figures.isPlaceholderData}
            silentTills={silentTills.data ?? NO_TILLS}
            timezone={timezone}
            support={support}
            changes={
              session?.signup_step ? null : figures.data ? (
                <WhatChanged today={today} sites={input.sites} silentTills={silentTills.data ?? NO_TILLS} />
              ) : (
                ROOM
              )
            }
            noRevenue={isOwner ? <NoRevenue /> : 'No revenue in this range.'}
          />
        )}
        <FiguresCheck check={check.data} timezone={timezone} today={today} />
      </div>
    </>
  )
}

type Props = { check: Check | undefined; timezone: string; today: string }

/** That the figures differed from the sales when the server last compared them. Nothing where they agreed. */
function FiguresCheck({ check, timezone, today }: Props) {
  if (!check?.checked_at || check.differences === 0) return null
  const day = formatDateIn(timezone, check.checked_at)
  const time = `${day === today ? '' : `on ${formatShortDay(day)} `}at ${formatTimeIn(timezone, check.checked_at)}`
  return (
    <Box component="p" className="small digits" c="var(--red)">
      Some figures differed from the sales {time}. Ask support to repair them.
    </Box>
  )
}

type FreshnessProps = { figures: Figures | undefined; timezone: string; connection: Connection; hasFailed: boolean }

/** The time of the figures and the state of the connection. A screen reader announces the state, not each new time. */
function Freshness({ figures, timezone, connection, hasFailed }: FreshnessProps) {
  const time = figures && formatTimeIn(timezone, figures.as_at)
  const status = getConnectionStatus(connection, hasFailed)
  return (
    <div className="grey tiny digits nowrap">
      {/* Without a current time, an invisible one keeps its place. */}
      <p style={{ visibility: !time || status === 'lost' ? 'hidden' : undefined }}>
        {time ? `Updated ${time}` : 'Updated 00:00'}
      </p>
      <ConnectionStatus status={status} time={time} />
    </div>
  )
}

const MISSING = {
  2: {
    sentence: 'Your workspace still needs your business, a primary site and a subscription plan.',
    action: 'Add your business',
  },
  3: { sentence: 'Your workspace still needs a primary site and a subscription plan.', action: 'Add your primary site' },
  4: { sentence: 'Your workspace still needs a subscription plan.', action: 'Choose a plan' },
  5: { sentence: 'Review your details to finish setting up your workspace.', action: 'Finish sign-up' },
}

/** For an unfinished sign-up: what is missing, and a link to it. */
function SetupCard({ step }: { step: NonNullable<Session['signup_step']> }) {
  const { sentence, action } = MISSING[step]
  return (
    <Box component="section" className="panel row wrap gap-16" p="16px 20px" aria-label="Finish setting up">
      <RoundIcon icon={IconChecklist} />
      <Box flex="1 1 240px">
        <h2>Finish setting up</h2>
        <p className="grey">{sentence}</p>
      </Box>
      <Button renderRoot={(props) => <Link to="/login" search={{ signup: 'continue' }} {...props} />}>{action}</Button>
    </Box>
  )
}
