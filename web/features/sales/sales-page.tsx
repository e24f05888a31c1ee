import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { DEFAULT_TIMEZONE } from '../../../contract/shared/constants.ts'
import { useSession } from '../../auth/session.ts'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { NewSales } from './new-sales.tsx'
import { OtherSales } from './other-sales.tsx'
import { createSaleView } from './sale-columns.tsx'
import { SaleDialog } from './sale-dialog.tsx'
import { SalesFilters } from './sales-filters.tsx'
import classes from './sales-page.module.css'
import {
  getExportUrl,
  isFiltered,
  listQuery,
  NEWEST_FIRST,
  newSalesCount,
  type Search,
  summaryQuery,
  UNFILTERED,
} from './sales-queries.ts'
import { SalesSummaryPanel } from './sales-summary-panel.tsx'

const route = getRouteApi('/_signed-in/sales')

export function SalesPage() {
  const timezone = useSession()?.business?.timezone ?? DEFAULT_TIMEZONE
  const today = useToday(timezone)
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const connection = useConnection()
  const queries = useQueryClient()
  const [viewed, setViewed] = useState<number | null>(null)

  const choice = toChoice(search)
  const dates = toDates(choice, today)
  const list = useQuery(listQuery(search, dates))
  const summary = useQuery({ ...summaryQuery(search, dates), refetchInterval: refetchPolicy({ afterFailureMs: FAST_RETRY_MS }) })

  const { show, find } = listNavigation(search, navigate)
  const choose = (chosen: RangeChoice) => {
    const { range: _range, from: _from, to: _to, ...rest } = search
    show({ ...withFilter(rest, {}), ...toSearch(chosen) })
  }
  const showNewest = () => {
    void queries.invalidateQueries({ queryKey: api.sales.list.key(), refetchType: 'none' })
    show({ ...search, ...NEWEST_FIRST })
  }

  const isSettled = !list.isPlaceholderData && !summary.isPlaceholderData

  return (
    <>
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
            <RangePicker choice={choice} today={today} onChoose={choose} />
          </>
        }
        action={<ExportButton url={getExportUrl(search, dates)} />}
      />
      <SalesSummaryPanel query={summary} where={isFiltered(search) ? 'for these filters' : 'in this range'} />
      <SalesFilters search={search} onSearch={show} onFind={find} />
      <DataTable
        title="Sales"
        view={createSaleView(timezone, setViewed)}
        query={list}
        search={search}
        onSearch={show}
        aside={
          <NewSales count={isSettled ? newSalesCount(search, summary.data?.orders, list.data?.results) : 0} onShow={showNewest} />
        }
        failure="Failed to load sales"
        empty={{
          icon: IconReceipt,
          text: 'No sales found.',
          action: isFiltered(search) ? (
            <Button variant="default" onClick={() => show(withFilter(search, UNFILTERED))}>
              Clear filters
            </Button>
          ) : (
            <OtherSales today={today} timezone={timezone} onChoose={choose} />
          ),
        }}
      />
      {viewed !== null && <SaleDialog saleid={viewed} timezone={timezone} onView={setViewed} onClose={() => setViewed(null)} />}
    </>
  )
}
