import type { ComponentProps, ReactNode } from 'react'
import { useTimezone } from '../../auth/timezone.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import type { Step } from '../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'

type Props = {
  /** The screens that it is below. */
  trail?: Step[]
  title: string
  /** What the report lists. */
  subtitle: string
  /** After the title. */
  status?: ReactNode
  /** The answer on screen. */
  report: { replica_as_at?: Date | undefined } | undefined
  exportUrl: string
  /** The range, beside the title. */
  controls?: ReactNode
  /** The search box and the filters. */
  bar?: ComponentProps<typeof ListBar>
  children: ReactNode
}

/** A ready report on the stock. */
export function StockReportLayout({ trail, title, subtitle, status, report, exportUrl, controls, bar, children }: Props) {
  const timezone = useTimezone()
  const replicaTime = report?.replica_as_at
  return (
    <>
      <PageHeader
        trail={trail}
        title={title}
        subtitle={subtitle}
        status={
          replicaTime ? (
            <>
              <AsAt time={formatTimeIn(timezone, replicaTime)} />
              {status}
            </>
          ) : (
            status
          )
        }
        controls={controls}
        more={
          <>
            <PrintButton />
            <ExportButton url={exportUrl} />
          </>
        }
      />
      {bar && <ListBar {...bar} />}
      {children}
    </>
  )
}
