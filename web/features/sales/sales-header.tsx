import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice, toDates } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search } from './sale-queries.ts'
import classes from './sales.module.css'

type Props = {
  search: Search
  today: string
  timezone: string
  summary: UseQueryResult<object, Error>
  onChoose: (choice: RangeChoice) => void
  onImport: () => void
}

/** Title, range and files of the sales screen. */
export function SalesHeader({ search, today, timezone, summary, onChoose, onImport }: Props) {
  const connection = useConnection()
  const choice = toChoice(search)
  return (
    <PageHeader
      title="Sales"
      subtitle="Transactions overview"
      controls={
        <>
          <div className={classes.status}>
            <ConnectionStatus
              status={getConnectionStatus(connection, summary.isError && !!summary.data)}
              time={summary.data && formatTimeIn(timezone, new Date(summary.dataUpdatedAt))}
            />
          </div>
          <RangePicker choice={choice} today={today} onChoose={onChoose} />
        </>
      }
      action={
        <div className={`row fill-line equal ${classes.files}`}>
          <Button
            variant="default"
            title="Import sales"
            leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
            onClick={onImport}
          >
            Import sales
          </Button>
          <ExportButton url={getExportUrl(search, toDates(choice, today))} />
        </div>
      }
    />
  )
}
