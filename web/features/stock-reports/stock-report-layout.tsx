import { Box } from '@mantine/core'
import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTimezone } from '../../auth/timezone.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'

const REPORTS = [
  { to: '/reports/reorder', title: 'Reorder list' },
  { to: '/reports/slow-sellers', title: 'Slow sellers' },
  { to: '/reports/stock-value', title: 'Stock value by site' },
  { to: '/reports/in-transit', title: 'In transit' },
  { to: '/reports/shrinkage', title: 'Shrinkage' },
] as const

const BREADCRUMB = [{ name: 'Reports', link: linkOptions({ to: '/reports' }) }]

type Props = {
  title: (typeof REPORTS)[number]['title']
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
  filters?: ReactNode
  children: ReactNode
}

/** A ready report on the stock, with the way to the others. */
export function StockReportLayout({ title, subtitle, status, report, exportUrl, controls, filters, children }: Props) {
  const timezone = useTimezone()
  const replicaTime = report?.replica_as_at
  return (
    <>
      <PageHeader
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
        action={
          <div className="row wrap fill-line narrow equal">
            <PrintButton />
            <ExportButton url={exportUrl} />
          </div>
        }
      />
      <Breadcrumb steps={BREADCRUMB} current={title} />
      <Box component="nav" className="segments wrap screen-only" w="fit-content" mb="md" aria-label="Stock reports">
        {REPORTS.map((report) => (
          <Link key={report.to} to={report.to} activeOptions={{ includeSearch: false }}>
            {report.title}
          </Link>
        ))}
      </Box>
      {filters && <ListBar>{filters}</ListBar>}
      {children}
    </>
  )
}
