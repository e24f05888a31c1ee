import { IconReportAnalytics } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Report, ReportRow } from '../../../contract/reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { toPlural } from '../../lib/format/money.ts'
import { RowSheet } from '../../list/card-rows.tsx'
import { DataTable } from '../../list/data-table.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { createReportView, numberRows } from './report-columns.tsx'
import { ReportColumns } from './report-controls.tsx'
import { formatDimension } from './report-names.ts'
import { getColumns, type Search, type SortedSearch, UNFILTERED } from './report-search.ts'

type Props = {
  search: SortedSearch
  report: Report | undefined
  query: UseQueryResult<Report, Error>
  link: (row: ReportRow) => LinkProps | undefined
  onSearch: (next: SortedSearch, options?: { replace?: boolean }) => void
  onChange: (change: Partial<Search>) => void
  /** The key of an hour of a week that was chosen in the chart of a phone, which has no rows for the 168 hours. */
  opened: string | null
  onClose: () => void
}

const ReportDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./report-definitions.tsx')).ReportDefinitions,
)

/** The rows with their total. */
export function ReportTable({ search, report, query, link, onSearch, onChange, opened, onClose }: Props) {
  const isPhone = useIsPhone()
  const seesCosts = useSeesCosts()
  const columns = getColumns(search, seesCosts)
  const page = report && { ...report, rows: numberRows(search, report) }
  const view = createReportView(search, report, { columns, link })
  if (isPhone && search.by === 'weekday_hour') {
    const row = page?.rows.find(({ key }) => key === opened)
    return row && <RowSheet row={row} view={view} onClose={onClose} />
  }
  return (
    <DataTable
      title="Report"
      view={view}
      query={{ ...query, data: page }}
      search={search}
      onSearch={onSearch}
      aside={
        report && (
          <DefinitionsButton>
            {(close) => <ReportDefinitions columns={columns} total={report.total} onClose={close} />}
          </DefinitionsButton>
        )
      }
      columnItems={isPhone && <ReportColumns {...{ search, seesCosts, onChange }} />}
      failure="Failed to load the report"
      empty={{
        ...{ icon: IconReportAnalytics, text: 'No sales in this range.', unfiltered: UNFILTERED },
        rows: search.q ? toPlural(formatDimension(search.by)) : 'sales in this range',
      }}
    />
  )
}
