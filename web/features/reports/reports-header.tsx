import { Button } from '@mantine/core'
import { IconDeviceFloppy } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import type { Comparison } from '../../../contract/search/filters.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { useMay } from '../../auth/rights.ts'
import { FiguresControls } from '../../figures/figures-controls.tsx'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { countFilters } from '../../list/list-rules.ts'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import type { Step } from '../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search, toSavedSearch, UNFILTERED } from './report-search.ts'

type Props = {
  search: Search
  compare: Comparison
  dates: DateRange
}

type HeaderProps = Props & {
  trail: Step[]
  /** What else is chosen: on a desk beside the range, on a phone in its sheet. */
  controls?: ReactNode
  sheet?: ReactNode
  name: string
  /** What its rows are, and the filters. */
  title: string
  today: string
  timezone: string
  query: UseQueryResult<Report, Error>
  onChoose: (choice: RangeChoice) => void
  onCompare: (compare: Comparison) => void
  /** Removes the filters. */
  onClear: () => void
}

/** Title, range and actions. */
export function ReportsHeader({
  trail,
  name,
  title,
  today,
  timezone,
  query,
  onChoose,
  onCompare,
  onClear,
  search,
  compare,
  dates,
  controls,
  sheet,
}: HeaderProps) {
  const connection = useConnection()
  const choice = toChoice(search)
  const replicaTime = query.data?.replica_as_at
  return (
    <PageHeader
      trail={trail}
      title={name}
      subtitle={title}
      status={replicaTime && <AsAt time={formatTimeIn(timezone, replicaTime)} />}
      isControlsBelow
      controls={
        <>
          <ConnectionStatus
            status={getConnectionStatus(connection, query.isError && !!query.data)}
            time={query.data && formatTimeIn(timezone, query.data.as_at)}
          />
          <FiguresControls
            {...{ choice, today, onChoose, compare, onCompare }}
            more={sheet}
            count={countFilters(search, UNFILTERED)}
            onClear={onClear}
          />
          {controls}
        </>
      }
      more={
        <>
          <SaveButton search={search} compare={compare} />
          <PrintButton />
          <ExportButton url={getExportUrl(search, dates, compare)} />
        </>
      }
    />
  )
}

const NameReportDialog = lazyDialog('Save report', async () => (await import('./name-report-dialog.tsx')).NameReportDialog)

/** A name for the report on screen. */
function SaveButton({ search, compare }: Pick<Props, 'search' | 'compare'>) {
  const [isOpen, setOpen] = useState(false)
  if (!useMay()('reports.saved.create')) return null
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Save report
      </Button>
      {isOpen && (
        <NameReportDialog report={{ name: '', search: toSavedSearch({ ...search, compare }) }} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
