import { createFileRoute, redirect } from '@tanstack/react-router'
import { SaleReportPage } from '../../../features/sale-reports/sale-report-page.tsx'
import { isSaleReport, saleReportRoute } from '../../../features/sale-reports/sale-report-search.ts'
import { capitalise } from '../../../lib/format/capitalise.ts'

export const Route = createFileRoute('/_signed-in/reports_/$kind')({
  // 'Gift cards'.
  staticData: { title: ({ kind = '' }) => capitalise(kind.replace('-', ' ')) },
  ...saleReportRoute,
  beforeLoad: ({ params }) => {
    if (!isSaleReport(params.kind)) throw redirect({ to: '/reports' })
  },
  component: SaleReportPage,
})
