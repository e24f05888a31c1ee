import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentProps, useEffect } from 'react'
import { hasLineFilter } from '../../../contract/search/filters.ts'
import type { DateRange } from '../../../contract/shared/fields.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { useComparison } from '../../figures/comparison.ts'
import type { FiguresChoice } from '../../figures/figures-controls.tsx'
import { api, FAST_RETRY_MS, refetchPolicy } from '../../lib/api/api.ts'
import { getAllDates } from '../../lib/api/has-sales.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { type RangeChoice, toChoice, toDates, toSearch } from '../../lib/format/ranges.ts'
import { useDialogUrl } from '../../lib/url/use-dialog-url.ts'
import { listNavigation } from '../../list/list-navigation.ts'
import { isFiltered, withFilter } from '../../list/list-rules.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { LineFiltersNotice } from './line-filters-notice.tsx'
import { OtherSales } from './other-sales.tsx'
import { listQuery, NEWEST_FIRST, NO_LINE_FILTERS, newSalesCount, type Search, summaryQuery, UNFILTERED } from './sale-queries.ts'
import { SalesFilters } from './sales-filters.tsx'
import { SalesHeader } from './sales-header.tsx'
import { SalesCards, SalesCharts } from './sales-summary-panel.tsx'
import { SalesTable } from './sales-table.tsx'

const route = getRouteApi('/_signed-in/sales')

export function SalesPage() {
  const timezone = useTimezone()
  const today = useToday(timezone)
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const queries = useQueryClient()
  const viewed = useDialogUrl('sale')
  useEffect(SaleDialog.preload, [])
  const isPhone = useIsPhone()

  const choice = toChoice(search)
  const dates = toDates(choice, today)
  const compare = useComparison(search)
  const list = useQuery(listQuery(search, dates))
  const summary = useQuery({
    ...summaryQuery(search, dates, compare),
    refetchInterval: refetchPolicy({ afterFailureMs: FAST_RETRY_MS }),
  })

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

  const charts = (
    <SalesCharts
      key="charts"
      isCompared={compare !== 'off'}
      query={summary}
      {...{ range: dates, today, timezone }}
      where={isFiltered(search, UNFILTERED) ? 'for these filters' : 'in this range'}
    />
  )
  const figures: FiguresChoice = {
    choice,
    today,
    onChoose: choose,
    compare,
    onCompare: (chosen) => void navigate({ search: { ...search, compare: chosen, sale: viewed.id } }),
    places: { sites: search.sites, employees: search.employees, onFilter: (places) => show(withFilter(search, places)) },
  }
  const cards = <SalesCards key="cards" query={summary} isCompared={compare !== 'off'} {...{ range: dates, today, timezone }} />
  const filters = (
    <SalesFilters key="filters" search={search} figures={figures} onSearch={show} onFind={find} results={list.data?.results} />
  )
  const table = (
    <SalesTable
      key="table"
      list={list}
      search={search}
      timezone={timezone}
      newSales={isSettled ? newSalesCount(search, summary.data?.orders, list.data?.results) : 0}
      onSearch={show}
      onShowNewest={showNewest}
      onView={viewed.open}
      emptyAction={<OtherSales today={today} timezone={timezone} onChoose={choose} />}
      filteredAction={<AllDates dates={dates} today={today} onChoose={choose} />}
    />
  )

  return (
    <>
      <SalesHeader
        search={search}
        timezone={timezone}
        summary={summary}
        figures={figures}
        onImport={() => show({ ...search, import: true })}
      />
      {hasLineFilter(search) && <LineFiltersNotice filters={search} onRemove={() => show(withFilter(search, NO_LINE_FILTERS))} />}
      {/* A phone has the sales first. The figures would move with the end of the rows. */}
      {isPhone ? [filters, table, !list.isPending && [cards, charts]] : [cards, charts, filters, table]}
      {search.import && (
        <SalesImport
          timezone={timezone}
          shown={dates}
          onClose={() => show({ ...search, import: false }, { replace: true })}
          onShow={(range) => {
            const { range: _range, ...rest } = search
            show({ ...withFilter(rest, UNFILTERED), ...range, import: false })
          }}
        />
      )}
      {viewed.id !== undefined && (
        <SaleDialog saleid={viewed.id} timezone={timezone} onView={viewed.open} onClose={viewed.close} />
      )}
    </>
  )
}

const SaleDialog = lazyDialog('Sale', async () => (await import('./sale-dialog.tsx')).SaleDialog, { inUrl: true })
const SalesImportDialog = lazyDialog(
  'Import sales',
  async () => (await import('./import/sales-import-dialog.tsx')).SalesImportDialog,
)

/** Opens with the sites, so that the focus starts at the file. */
function SalesImport(props: ComponentProps<typeof SalesImportDialog>) {
  const sites = useQuery(api.sites.options.queryOptions())
  return !sites.isPending && <SalesImportDialog {...props} />
}

type Props = { dates: DateRange; today: string; onChoose: (range: DateRange) => void }

/** For filters without a result: the same filters for all dates. */
function AllDates({ dates, today, onChoose }: Props) {
  const all = getAllDates(today)
  const isWhole = dates.from <= all.from && dates.to >= all.to
  return !isWhole && <Button onClick={() => onChoose(all)}>Search all dates</Button>
}
