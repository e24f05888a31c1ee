import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { SalesSummary } from '../../../contract/sales.ts'
import { useMay } from '../../auth/rights.ts'
import { type FiguresChoice, FiguresControls } from '../../figures/figures-controls.tsx'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { toDates } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { getExportUrl, type Search } from './sale-queries.ts'

type Props = {
  search: Search
  timezone: string
  summary: UseQueryResult<Pick<SalesSummary, 'replica_as_at'>, Error>
  figures: FiguresChoice
  onImport: () => void
}

/** Title, range and files of the sales screen. A phone has the range beside the search. */
export function SalesHeader({ search, timezone, summary, figures, onImport }: Props) {
  const connection = useConnection()
  const may = useMay()
  const isPhone = useIsPhone()
  const status = (
    <ConnectionStatus
      status={getConnectionStatus(connection, summary.isError && !!summary.data)}
      time={summary.data && formatTimeIn(timezone, new Date(summary.dataUpdatedAt))}
    />
  )
  const replicaTime = summary.data?.replica_as_at
  return (
    <PageHeader
      title="Sales"
      subtitle="Transactions overview"
      status={
        <>
          {replicaTime && <AsAt time={formatTimeIn(timezone, replicaTime)} />}
          {isPhone && status}
        </>
      }
      isControlsBelow
      controls={
        !isPhone && (
          <>
            {status}
            <FiguresControls {...figures} />
          </>
        )
      }
      more={
        <>
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
          <ExportButton url={getExportUrl(search, toDates(figures.choice, figures.today))} />
        </>
      }
    />
  )
}
