import { IconTruckDelivery } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { InTransitSearch } from '../../../contract/search/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { useToday } from '../../lib/browser/use-today.ts'
import { REPORTS_TRAIL } from '../../lib/url/trails.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { createInTransitView, numberLines } from './in-transit-columns.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, inTransitQuery } from './stock-report-queries.ts'

const route = getRouteApi('/_signed-in/reports_/in-transit')

const InTransitDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./in-transit-definitions.tsx')).InTransitDefinitions,
)

/** Sent between sites and not received yet. */
export function InTransitPage() {
  const search: InTransitSearch = route.useLoaderDeps()
  const { show, find } = listNavigation(search, route.useNavigate())
  const timezone = useTimezone()
  const today = useToday(timezone)
  const transit = useQuery(inTransitQuery(search))
  return (
    <StockReportLayout
      trail={REPORTS_TRAIL}
      title="In transit"
      subtitle="Sent between sites and not received yet"
      report={transit.data}
      exportUrl={getExportUrl('in-transit', search)}
      bar={{
        search: <SearchBox placeholder="Search by name, barcode…" value={search.q} onChange={find} />,
        filters: (
          <>
            <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => show(withFilter(search, { siteid }))} />
          </>
        ),
        count: search.siteid === undefined ? 0 : 1,
        onClear: () => show(withFilter(search, { siteid: undefined })),
        results: transit.data?.results,
      }}
    >
      <DataTable
        title="Products"
        view={createInTransitView(transit.data, { today, timezone, seesCosts: useSeesCosts() })}
        query={{ ...transit, data: transit.data && { ...transit.data, rows: numberLines(transit.data.rows) } }}
        search={search}
        onSearch={show}
        aside={<DefinitionsButton>{(close) => <InTransitDefinitions onClose={close} />}</DefinitionsButton>}
        failure="Could not load transfers in transit"
        empty={{
          icon: IconTruckDelivery,
          text: 'Nothing is in transit.',
          rows: 'products',
          unfiltered: { q: '', siteid: undefined },
        }}
      />
    </StockReportLayout>
  )
}
