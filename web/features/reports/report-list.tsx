import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useRef } from 'react'
import { useMay, useSeesCosts } from '../../auth/rights.ts'
import { formatChoice, toChoice } from '../../lib/format/ranges.ts'
import { FiguresSearch } from '../../lib/url/figures-search.ts'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { QuietLink } from '../../ui/layout/quiet-link.tsx'
import {
  ACCOUNTING_REPORT,
  applyCarried,
  DETAIL_REPORTS,
  listWithoutCosts,
  READY_REPORTS,
  STOCK_REPORTS,
} from './ready-reports.ts'
import { chooseShape, ReportCard, ReportGroup } from './report-card.tsx'
import { savedReportsQuery } from './report-queries.ts'
import type { ScreenSearch } from './report-search.ts'
import { SavedReports } from './saved-reports.tsx'
import { FILTER_LABELS, useFilterNames } from './use-filter-names.ts'

const route = getRouteApi('/_signed-in/reports')

/** Its last report is the file for accounting programs. */
const ACCOUNTING_GROUP = 'Margin, refunds and VAT'
/** The titles of groups without the reports on costs. */
const WITHOUT_COSTS: Record<string, string> = { [ACCOUNTING_GROUP]: 'Refunds and VAT' }
const GROUPS = [...new Set(READY_REPORTS.map(({ group }) => group))]

/** The saved reports of the business, and those that each business has. */
export function ReportList({ search }: { search: ScreenSearch }) {
  const may = useMay()
  const seesCosts = useSeesCosts()
  const ready = seesCosts ? READY_REPORTS : listWithoutCosts()
  const maySave = may('reports.saved.list')
  const saved = useQuery({ ...savedReportsQuery(), enabled: maySave })
  const carried = FiguresSearch.parse(search)
  const siteid = search.sites.length === 1 ? search.sites[0] : undefined
  return (
    <>
      <PageHeader title="Reports" subtitle="Saved and ready-made reports" />
      {maySave && <SavedReports query={saved} />}
      <CarriedFilters search={search} carried={carried} />
      {GROUPS.map((name) => (
        <ReportGroup key={name} title={seesCosts ? name : (WITHOUT_COSTS[name] ?? name)}>
          {ready
            .filter(({ group }) => group === name)
            .map((report) => (
              <ReportCard
                key={report.name}
                shape={chooseShape(report.search.by)}
                link={
                  <QuietLink to="/reports" search={applyCarried(report.search, carried)} stretched>
                    {report.name}
                  </QuietLink>
                }
                text={report.question}
              />
            ))}
          {name === ACCOUNTING_GROUP && may('accounting.preview') && (
            <ReportCard
              shape="table"
              link={
                <QuietLink {...ACCOUNTING_REPORT.link} stretched>
                  {ACCOUNTING_REPORT.name}
                </QuietLink>
              }
              text={ACCOUNTING_REPORT.question}
            />
          )}
        </ReportGroup>
      ))}
      <ReportGroup title="Tips, gift cards and discounts">
        {DETAIL_REPORTS.map(({ name, question, createLink }) => (
          <ReportCard
            key={name}
            shape="table"
            link={
              <QuietLink {...createLink(carried)} stretched>
                {name}
              </QuietLink>
            }
            text={question}
          />
        ))}
      </ReportGroup>
      <ReportGroup title="Stock">
        {STOCK_REPORTS.map(({ name, question, withoutCosts = question, createLink }) => (
          <ReportCard
            key={name}
            shape="table"
            link={
              <QuietLink {...createLink(siteid)} stretched>
                {name}
              </QuietLink>
            }
            text={seesCosts ? question : withoutCosts}
          />
        ))}
      </ReportGroup>
      {saved.data?.length === 0 && may('reports.saved.create') && (
        <Box component="p" mt="lg" c="dimmed" fz="sm">
          No saved reports yet. Open a report and choose ‘Save report’.
        </Box>
      )}
    </>
  )
}

type CarriedProps = { search: ScreenSearch; carried: FiguresSearch }

/** What the ready-made reports open with. Each can be removed here. */
function CarriedFilters({ search, carried }: CarriedProps) {
  const navigate = route.useNavigate()
  const line = useRef<HTMLDivElement>(null)
  const { range, from, to, ...rest } = carried
  const chips = useFilterNames(search).map(({ filter, value, name }) => ({
    text: `${FILTER_LABELS[filter]}: ${name}`,
    id: `${filter} ${value}`,
    onRemove: () =>
      navigate({ search: { ...carried, [filter]: (search[filter] as unknown[]).filter((item) => item !== value) } }),
  }))
  if (range || from)
    chips.unshift({ text: formatChoice(toChoice(carried)), id: 'range', onRemove: () => navigate({ search: rest }) })
  return (
    // It stays when the last chip is removed, and has the focus then.
    <div ref={line} tabIndex={-1}>
      {chips.length > 0 && (
        <Box className="row wrap" mb="md">
          <span className="grey small">Ready-made reports open with:</span>
          <FilterChips chips={chips} onRemoved={() => line.current?.focus()} />
        </Box>
      )}
    </div>
  )
}
