import { Box, Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { Report, ReportRow } from '../../../contract/reports.ts'
import { readsEverySale } from '../../../contract/search/reports.ts'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { useSession } from '../../auth/session.ts'
import { getTimezone } from '../../auth/timezone.ts'
import { getComparison } from '../../figures/comparison.ts'
import { FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useTitle } from '../../lib/browser/use-title.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { type RangeChoice, toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { AgreementLine } from './agreement-line.tsx'
import { createTrailLinks, findDrillDown } from './drill-down.ts'
import { IgnoredNotice } from './ignored-notice.tsx'
import { ReportChart } from './report-chart.tsx'
import { ReportControls, ReportSheet } from './report-controls.tsx'
import { ReportList } from './report-list.tsx'
import { formatDimension } from './report-names.ts'
import { reportQuery, savedReportsQuery } from './report-queries.ts'
import { hasReport, isByCosts, type Search, UNFILTERED, withoutUsualSort, withSortOrder } from './report-search.ts'
import { ReportTable } from './report-table.tsx'
import { findReportName } from './report-title.ts'
import { ReportsHeader } from './reports-header.tsx'
import { UnknownNotice } from './unknown-notice.tsx'
import { type ChosenFilter, useFilterNames } from './use-filter-names.ts'

const route = getRouteApi('/_signed-in/reports')

/** The list of reports, or one of them. */
export function ReportsPage() {
  const search = route.useLoaderDeps()
  const seesCosts = useSeesCosts()
  if (!hasReport(search)) return <ReportList search={search} />
  // A link may sort by what the person does not see.
  return <ReportPage search={seesCosts || !isByCosts(search) ? search : { ...search, sort: undefined, dir: undefined }} />
}

function ReportPage({ search }: { search: Search }) {
  const session = useSession()
  const timezone = getTimezone(session)
  const today = useToday(timezone)
  const { ignored } = route.useSearch()
  const navigate = route.useNavigate()
  const trail = useLocation({ select: ({ state }) => state.reportTrail }) ?? []

  const dates = toDates(toChoice(search), today)
  const compare = getComparison(search, session)
  const query = useQuery({
    ...reportQuery(search, dates, compare),
    refetchInterval: refetchPolicy({ afterFailureMs: FAST_RETRY_MS }),
  })
  const report = useKeptShape(query.data, search, query.isPlaceholderData)
  const chosen = useFilterNames(search)
  const title = formatTitle(search, chosen)
  const saved = useQuery({ ...savedReportsQuery(), enabled: useMay()('reports.saved.list') })
  const name = findReportName(search, compare, saved.data)
  useTitle(name, 'Reports')
  const sorted = withSortOrder(search)

  const { show, find } = listNavigation(sorted, ({ search: next, replace }) =>
    navigate({ search: withoutUsualSort(next), replace, state: (state) => state }),
  )
  const change = (changed: Partial<Search>) => navigate({ search: { ...withoutUsualSort(sorted), ...changed, page: 1 } })
  const choose = (choice: RangeChoice) => {
    const { range: _range, from: _from, to: _to, ...rest } = sorted
    show({ ...withFilter(rest, {}), ...toSearch(choice) })
  }
  const isPhone = useIsPhone()
  const [opened, setOpened] = useState<string | null>(null)
  const link = (row: ReportRow) => findDrillDown(search, row, dates, trail, title)
  const controls = <ReportControls search={search} chosen={chosen} onChange={change} onFind={find} />
  return (
    <>
      <ReportsHeader
        trail={createTrailLinks(trail, search)}
        search={search}
        compare={compare}
        name={name}
        title={title}
        today={today}
        timezone={timezone}
        query={query}
        onChoose={choose}
        onCompare={(chosen) => change({ compare: chosen })}
        onClear={() => change({ ...UNFILTERED, q: search.q })}
        dates={dates}
        controls={!isPhone && controls}
        sheet={isPhone && <ReportSheet search={search} onChange={change} />}
      />
      {ignored && (
        <IgnoredNotice parameters={ignored} onDismiss={() => navigate({ search: withoutUsualSort(sorted), replace: true })} />
      )}
      {query.isFetching && (query.isPlaceholderData || !query.data) && readsEverySale(search) && <ReadingNotice />}
      {(report || !query.isError) && (
        <Box mb="var(--gap)">
          <ReportChart
            search={sorted}
            report={report}
            compares={compare !== 'off'}
            dates={dates}
            today={today}
            timezone={timezone}
            dimmed={query.isPlaceholderData}
            trail={trail}
            title={title}
            onOpen={setOpened}
          />
        </Box>
      )}
      {isPhone && controls}
      {report && <UnknownNotice report={report} />}
      {/* After the chart, whose height is not known before. */}
      {(report || query.isError) && (
        <ReportTable
          search={sorted}
          report={report}
          query={query}
          link={link}
          onSearch={show}
          onChange={change}
          opened={opened}
          onClose={() => setOpened(null)}
        />
      )}
      {report && report.results > 0 && <AgreementLine search={search} dates={dates} isLoaded={!query.isPlaceholderData} />}
    </>
  )
}

/** The last report stays on screen while the next one loads, if it has the same rows. The names of other rows mean something else. */
function useKeptShape(data: Report | undefined, { by }: Search, isPlaceholder: boolean) {
  const [shown, setShown] = useState({ by, data })
  if (!isPlaceholder && (shown.data !== data || shown.by !== by)) setShown({ by, data })
  return isPlaceholder && shown.by !== by ? undefined : data
}

/** 'By product, Sandton Rivonia'. */
const formatTitle = ({ by }: Search, chosen: ChosenFilter[]) => {
  const names = chosen.length > 2 ? [`${chosen.length} filters`] : chosen.map(({ name }) => name)
  return [`By ${formatDimension(by)}`, ...names].join(', ')
}

/** A fast answer shows nothing. */
const SHOWN_AFTER_MS = 300
const SHADOW = { boxShadow: 'var(--float)' }

/** Why a report takes longer than others. */
function ReadingNotice() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SHOWN_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Box pos="relative" h={0} style={{ zIndex: 2 }} role="status">
      {isShown && (
        // In front of the chart, so that nothing moves.
        <Box className="panel row centre small" w="fit-content" h={36} mx="auto" mt="sm" px="md" bdrs={18} style={SHADOW}>
          <Loader size={16} aria-hidden />
          Reading every sale. This takes a second or two.
        </Box>
      )}
    </Box>
  )
}
