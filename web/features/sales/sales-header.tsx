import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SalesSummary } from '../../../contract/sales.ts'
import type { Comparison } from '../../../contract/search/filters.ts'
import { useMay } from '../../auth/rights.ts'
import { FiguresControls } from '../../figures/figures-controls.tsx'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice, toDates } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search } from './sale-queries.ts'

type Props = {
  search: Search
  today: string
  timezone: string
  summary: UseQueryResult<Pick<SalesSummary, 'replica_as_at'>, Error>
  onChoose: (choice: RangeChoice) => void
  compare: Comparison
  onCompare: (compare: Comparison) => void
  onFilter: (places: { sites?: number[] | undefined; employees?: number[] | undefined }) => void
  onImport: () => void
}

/** Title, range and files of the sales screen. */
export function SalesHeader({ search, today, timezone, summary, compare, onChoose, onCompare, onFilter, onImport }: Props) {
  const connection = useConnection()
  const may = useMay()
  const choice = toChoice(search)
  const replicaTime = summary.data?.replica_as_at
  return (
    <PageHeader
      title="Sales"
      subtitle="Transactions overview"
      status={replicaTime && <AsAt time={formatTimeIn(timezone, replicaTime)} />}
      isControlsBelow
      controls={
        <>
          <ConnectionStatus
            status={getConnectionStatus(connection, summary.isError && !!summary.data)}
            time={summary.data && formatTimeIn(timezone, new Date(summary.dataUpdatedAt))}
          />
          <FiguresControls
            choice={choice}
            today={today}
            onChoose={onChoose}
            compare={compare}
            onCompare={onCompare}
            places={{ sites: search.sites, employees: search.employees, onFilter }}
          />
        </>
      }
      action={
        <div className="row fill-line narrow equal no-icons">
          {may('salesImports.confirm') && (
            <Button
              variant="default"
              title="Import sales"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              onClick={onImport}
            >
              Import sales
            </Button>
          )}
          <ExportButton url={getExportUrl(search, toDates(choice, today))} />
        </div>
      }
    />
  )
}
