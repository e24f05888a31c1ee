import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconReceipt, IconUpload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Fragment } from 'react'
import { useTimezone } from '../../auth/timezone.ts'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { getConnectionStatus, useConnection } from '../../lib/api/live.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { type RangeChoice, toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { useDialogUrl } from '../../lib/url/use-dialog-url.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { listNavigation } from '../../list/list-navigation.ts'
import { withFilter } from '../../list/list-rules.ts'
import { LoadedDialog } from '../../ui/dialog/loaded-dialog.tsx'
import { ConnectionStatus } from '../../ui/feedback/connection-status.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { ExactMatch } from './exact-match.tsx'
import { LazySalesImport } from './import/lazy-sales-import.tsx'
import { NewSales } from './new-sales.tsx'
import { NothingFound } from './nothing-found.tsx'
import { OtherSales } from './other-sales.tsx'
import { createSaleView } from './sale-columns.tsx'
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
import { SalesCards, SalesCharts } from './sales-summary-panel.tsx'

const route = getRouteApi('/_signed-in/sales')

export function SalesPage() {
  const timezone = useTimezone()
  const today = useToday(timezone)
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const connection = useConnection()
  const queries = useQueryClient()
  const viewed = useDialogUrl('sale')
  const isPhone = useMediaQuery('(max-width: 767px)', undefined, { getInitialValueInEffect: false })

  const choice = toChoice(search)
  const dates = toDates(choice, today)
  const list = useQuery(listQuery(search, dates))
  const summary = useQuery({ ...summaryQuery(search, dates), refetchInterval: refetchPolicy({ afterFailureMs: FAST_RETRY_MS }) })

  // A page past the end is corrected while a sale is open.
  const { show, find } = listNavigation(search, ({ search: next, replace }) =>
    navigate({ search: { ...next, sale: viewed.id }, replace }),
  )
  const choose = (chosen: RangeChoice) => {
    const { range: _range, from: _from, to: _to, ...rest } = search
    show({ ...withFilter(rest, {}), ...toSearch(chosen) })
  }
  const showNewest = () => {
    void queries.invalidateQueries({ queryKey: api.sales.list.key(), refetchType: 'none' })
    show({ ...search, ...NEWEST_FIRST })
  }

  const isSettled = !list.isPlaceholderData && !summary.isPlaceholderData

  const charts = <SalesCharts key="charts" query={summary} where={isFiltered(search) ? 'for these filters' : 'in this range'} />
  const filters = <SalesFilters key="filters" search={search} onSearch={show} onFind={find} />
  const table = (
    <Fragment key="table">
      <ExactMatch sale={list.isPlaceholderData ? undefined : list.data?.exact_match} timezone={timezone} onView={viewed.open} />
      <DataTable
        title="Sales"
        view={createSaleView(timezone, viewed.open)}
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
            <NothingFound dates={dates} today={today} onChoose={choose} onClear={() => show(withFilter(search, UNFILTERED))} />
          ) : (
            <OtherSales today={today} timezone={timezone} onChoose={choose} />
          ),
        }}
      />
    </Fragment>
  )

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
        action={
          <>
            <Button
              variant="default"
              leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}
              onClick={() => show({ ...search, import: true })}
            >
              Import sales
            </Button>
            <ExportButton url={getExportUrl(search, dates)} />
          </>
        }
      />
      <SalesCards query={summary} />
      {/* On a phone the search would be far below the charts, and the rows further down. */}
      {isPhone ? [filters, table, charts] : [charts, filters, table]}
      {search.import && (
        <LazySalesImport
          timezone={timezone}
          onClose={() => show({ ...search, import: false }, { replace: true })}
          onShow={(range) => {
            const { range: _range, ...rest } = search
            show({ ...withFilter(rest, UNFILTERED), ...range, import: false })
          }}
        />
      )}
      <LoadedDialog
        name="sale-dialog"
        load={() => import('./sale-dialog.tsx')}
        isOpen={viewed.id !== undefined}
        title={`Sale #${viewed.id}`}
        inUrl
        onClose={viewed.close}
      >
        {({ SaleDialog }) =>
          viewed.id !== undefined && (
            <SaleDialog saleid={viewed.id} timezone={timezone} onView={viewed.open} onClose={viewed.close} />
          )
        }
      </LoadedDialog>
    </>
  )
}
