import { Button } from '@mantine/core'
import { IconDeviceFloppy, IconList } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { Report } from '../../../contract/reports.ts'
import type { Comparison } from '../../../contract/search/filters.ts'
import { FiguresControls } from '../../figures/figures-controls.tsx'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice, toDates } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search, toSavedSearch } from './report-search.ts'
import classes from './reports.module.css'

type Props = {
  search: Search
  compare: Comparison
  title: string
  today: string
  timezone: string
  query: UseQueryResult<Report, Error>
  onChoose: (choice: RangeChoice) => void
  onCompare: (compare: Comparison) => void
}

/** Title, range, saved reports and files. */
export function ReportsHeader({ search, compare, title, today, timezone, query, onChoose, onCompare }: Props) {
  const connection = useConnection()
  const choice = toChoice(search)
  return (
    <PageHeader
      title="Reports"
      subtitle={title}
      controls={
        <>
          <ConnectionStatus
            status={getConnectionStatus(connection, query.isError && !!query.data)}
            time={query.data && formatTimeIn(timezone, query.data.as_at)}
          />
          <FiguresControls choice={choice} today={today} onChoose={onChoose} compare={compare} onCompare={onCompare} />
        </>
      }
      action={
        <div className={`row wrap fill-line narrow ${classes.actions}`}>
          <SavedReports search={search} compare={compare} />
          <PrintButton isIcon />
          <ExportButton url={getExportUrl(search, toDates(choice, today), compare)} />
        </div>
      }
    />
  )
}

const ReportsDialog = lazyDialog('All reports', async () => (await import('./reports-dialog.tsx')).ReportsDialog)
const NameReportDialog = lazyDialog('Save report', async () => (await import('./name-report-dialog.tsx')).NameReportDialog)

/** The list of reports, and a name for the one on screen. */
function SavedReports({ search, compare }: Pick<Props, 'search' | 'compare'>) {
  const [open, setOpen] = useState<'list' | 'name' | null>(null)
  const close = () => setOpen(null)
  return (
    <>
      <Button
        variant="default"
        title="All reports"
        leftSection={<IconList size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen('list')}
      >
        All reports
      </Button>
      <Button
        variant="default"
        title="Save report"
        data-icon
        leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
        onClick={() => setOpen('name')}
      >
        Save report
      </Button>
      {open === 'list' && <ReportsDialog onClose={close} />}
      {open === 'name' && <NameReportDialog report={{ name: '', search: toSavedSearch(search, compare) }} onClose={close} />}
    </>
  )
}
