import { Link, linkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSession } from '../../auth/session.ts'
import { getTimezone } from '../../auth/timezone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { PrintableReport } from '../../list/printable-report.tsx'
import type { Print } from '../../list/use-print.ts'
import { Breadcrumb } from '../../ui/layout/breadcrumb.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './ordering.module.css'
import { useSiteOptions } from './stock-report-queries.ts'

const REPORTS = [
  { to: '/reports/reorder', title: 'Reorder list' },
  { to: '/reports/slow-sellers', title: 'Slow sellers' },
  { to: '/reports/stock-value', title: 'Stock value by site' },
] as const

const BREADCRUMB = [{ name: 'Reports', link: linkOptions({ to: '/reports' }) }]

type Props = {
  title: (typeof REPORTS)[number]['title']
  /** What the report lists. */
  subtitle: string
  exportUrl: string
  search: { q: string; siteid?: number | undefined; supplier?: string }
  /** The rows of all pages. */
  results: number | undefined
  print: Print
  /** The search box and the filters. */
  filters: ReactNode
  children: ReactNode
}

/** A ready report on the stock, with the way to the others. */
export function StockReportLayout({ title, subtitle, exportUrl, search, results, print, filters, children }: Props) {
  const session = useSession()
  const today = useToday(getTimezone(session))
  const sites = useSiteOptions()
  const sitename = sites.data?.find(({ siteid }) => siteid === search.siteid)?.sitename
  const facts = [
    formatLongDay(today),
    subtitle,
    ...(search.supplier ? [`Supplier: ${search.supplier}`] : []),
    ...(sitename ? [`Site: ${sitename}`] : []),
    ...(search.q ? [`With “${search.q}”`] : []),
  ]
  return (
    <PrintableReport business={session?.business?.name} title={title} facts={facts} results={results} printed={print.printed}>
      <PageHeader
        title={title}
        subtitle={subtitle}
        action={
          <div className="row wrap fill-line narrow equal">
            <PrintButton print={print} />
            <ExportButton url={exportUrl} />
          </div>
        }
      />
      <Breadcrumb steps={BREADCRUMB} current={title} />
      <nav aria-label="Stock reports" className="row wrap gap-4 screen-only" style={{ marginBottom: 16 }}>
        {REPORTS.map((report) => (
          <Link
            key={report.to}
            to={report.to}
            className={`marked-option ${classes.tab}`}
            activeOptions={{ includeSearch: false }}
          >
            {report.title}
          </Link>
        ))}
      </nav>
      <div className="screen-only">
        <ListBar>{filters}</ListBar>
      </div>
      {children}
    </PrintableReport>
  )
}
