import { IconReportAnalytics } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { LinkProps } from '@tanstack/react-router'
import type { Report, ReportRow } from '../../../contract/reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { toPlural } from '../../lib/format/money.ts'
import { DataTable } from '../../list/data-table.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { createReportView, numberRows } from './report-columns.tsx'
import { formatDimension } from './report-names.ts'
import { getColumns, type SortedSearch, UNFILTERED } from './report-search.ts'

type Props = {
  search: SortedSearch
  report: Report | undefined
  query: UseQueryResult<Report, Error>
  link: (row: ReportRow) => LinkProps | undefined
  onSearch: (next: SortedSearch, options?: { replace?: boolean }) => void
}

const ReportDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./report-definitions.tsx')).ReportDefinitions,
)

/** The rows with their total. */
export function ReportTable({ search, report, query, link, onSearch }: Props) {
  const columns = getColumns(search, useSeesCosts())
  const page = report && { ...report, rows: numberRows(search, report) }
  return (
    <DataTable
      title="Report"
      view={createReportView(search, report, { columns, link })}
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
      failure="Failed to load the report"
      empty={{
        ...{ icon: IconReportAnalytics, text: 'No sales in this range.', unfiltered: UNFILTERED },
        rows: search.q ? toPlural(formatDimension(search.by)) : 'sales in this range',
      }}
    />
  )
}
