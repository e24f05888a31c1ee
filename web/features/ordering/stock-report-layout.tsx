import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import classes from './stock-report-layout.module.css'

const REPORTS = [
  { to: '/reports/reorder', title: 'Reorder list' },
  { to: '/reports/slow-sellers', title: 'Slow sellers' },
  { to: '/reports/stock-value', title: 'Stock value by site' },
] as const

type Props = {
  title: (typeof REPORTS)[number]['title']
  /** What the report lists. */
  subtitle: string
  exportUrl: string
  /** The search box and the filters. */
  filters: ReactNode
  children: ReactNode
}

/** A ready report on the stock, with the way to the others. */
export const StockReportLayout = ({ title, subtitle, exportUrl, filters, children }: Props) => (
  <>
    <PageHeader
      title={title}
      subtitle={subtitle}
      controls={
        <div className={classes.files}>
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
            onClick={() => window.print()}
          >
            Print
          </Button>
          <ExportButton url={exportUrl} />
        </div>
      }
    />
    <nav aria-label="Stock reports" className={classes.tabs}>
      {REPORTS.map((report) => (
        <Link key={report.to} to={report.to} className={classes.tab} activeOptions={{ includeSearch: false }}>
          {report.title}
        </Link>
      ))}
    </nav>
    <div className={classes.bar}>
      <ListBar>{filters}</ListBar>
    </div>
    {children}
  </>
)
