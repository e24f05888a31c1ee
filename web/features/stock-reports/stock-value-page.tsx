import { Box } from '@mantine/core'
import { IconMapPin } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { StockValueSearch } from '../../../contract/search/stock-reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatLongDay } from '../../lib/format/dates.ts'
import { REPORTS_TRAIL } from '../../lib/url/trails.ts'
import { DataTable } from '../../list/data-table.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { DefinitionsButton } from '../../ui/dialog/definitions-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { StockDayChoice } from './stock-day-choice.tsx'
import { StockReportLayout } from './stock-report-layout.tsx'
import { getExportUrl, stockValueQuery } from './stock-report-queries.ts'
import { createStockValueView } from './stock-value-columns.tsx'

const route = getRouteApi('/_signed-in/reports_/stock-value')

const StockValueDefinitions = lazyDialog(
  'How these figures are calculated',
  async () => (await import('./stock-value-definitions.tsx')).StockValueDefinitions,
)

/** What the stock of each site is worth, now or at the end of a day. */
export function StockValuePage() {
  const search: StockValueSearch = route.useLoaderDeps()
  const { show, find } = listNavigation(search, route.useNavigate())
  const stock = useQuery(stockValueQuery(search))
  const today = useToday(useTimezone())
  const seesCosts = useSeesCosts()
  // The stock at the end of today, or later, is the stock now.
  const day = search.day !== undefined && search.day < today ? search.day : undefined
  return (
    <StockReportLayout
      trail={REPORTS_TRAIL}
      title="Stock value by site"
      subtitle={
        day === undefined
          ? 'Stock now; selling prices include VAT'
          : `Stock at the end of ${formatLongDay(day)}, at today’s prices`
      }
      report={stock.data}
      exportUrl={getExportUrl('stock-value', search)}
      bar={{
        search: <SearchBox placeholder="Search by site…" value={search.q} onChange={find} />,
        filters: (
          <>
            <StockDayChoice day={day} today={today} onChoose={(chosen) => show(withFilter(search, { day: chosen }))} />
          </>
        ),
        count: day === undefined ? 0 : 1,
        onClear: () => show(withFilter(search, { day: undefined })),
        results: stock.data?.results,
      }}
    >
      {day !== undefined && (
        <Box mb="md">
          <Notice kind="quiet">
            {stock.data?.total.products === 0 && 'No product was in stock at the end of this day. '}
            {seesCosts ? 'Purchase and selling prices' : 'Selling prices'} are today’s, because past prices are not kept. Late
            sales count from when they arrived.
          </Notice>
        </Box>
      )}
      <DataTable
        title="Stock"
        view={createStockValueView(stock.data?.results ? stock.data : undefined, { isNow: day === undefined, seesCosts })}
        query={stock}
        search={search}
        onSearch={show}
        aside={<DefinitionsButton>{(close) => <StockValueDefinitions onClose={close} />}</DefinitionsButton>}
        failure="Could not load the stock value"
        empty={{ icon: IconMapPin, text: 'No sites found.', rows: 'sites', unfiltered: { q: '' } }}
      />
    </StockReportLayout>
  )
}
