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
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import type { Step } from '../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search, toSavedSearch } from './report-search.ts'
import classes from './reports.module.css'

type Props = {
  search: Search
  compare: Comparison
}

type HeaderProps = Props & {
  trail: Step[]
  /** What else is chosen, and buttons. A phone has both below the figures. */
  controls: ReactNode
  actions: ReactNode
  name: string
  /** What its rows are, and the filters. */
  title: string
  today: string
  timezone: string
  query: UseQueryResult<Report, Error>
  onChoose: (choice: RangeChoice) => void
  onCompare: (compare: Comparison) => void
}

/** Title, range and, but on a phone, the actions. */
export function ReportsHeader({
  trail,
  name,
  title,
  today,
  timezone,
  query,
  onChoose,
  onCompare,
  search,
  compare,
  controls,
  actions,
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
          <FiguresControls choice={choice} today={today} onChoose={onChoose} compare={compare} onCompare={onCompare} />
          {controls}
        </>
      }
      action={actions}
    />
  )
}

/** What is done with the report. */
export const ReportActions = ({ search, compare, dates }: Props & { dates: DateRange }) => (
  <div className={`row wrap fill-line narrow no-icons ${classes.actions}`}>
    <SaveButton search={search} compare={compare} />
    <PrintButton />
    <ExportButton url={getExportUrl(search, dates, compare)} />
  </div>
)

const NameReportDialog = lazyDialog('Save report', async () => (await import('./name-report-dialog.tsx')).NameReportDialog)

/** A name for the report on screen. */
function SaveButton({ search, compare }: Props) {
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
