import { Button } from '@mantine/core'
import { IconCash, IconCashOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createCashUpView } from './cash-up-columns.tsx'
import { getExportUrl, listQuery, type Search } from './cash-up-queries.ts'
import { Difference } from './difference.tsx'
import { MonthGrid } from './month-grid.tsx'
import { MonthPicker } from './month-picker.tsx'
import { MonthTotals } from './month-totals.tsx'

const route = getRouteApi('/_signed-in/cash-ups')

/** The list has one order. */
const ORDER = { q: '', sort: 'day', dir: 'desc' } as const

type Opened = { siteid: number; day: string; canChoose?: boolean }

const CashUpDialog = lazyDialog('Cash up', async () => (await import('./cash-up-dialog.tsx')).CashUpDialog)

export function CashUpsPage() {
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(search))
  const sites = useQuery(api.sites.options.queryOptions())
  const [opened, setOpened] = useState<Opened | null>(null)
  const isPhone = useIsPhone()

  const totals = list.data?.totals
  const today = list.data?.today
  const thisMonth = today?.slice(0, 7)
  const show = (change: Partial<Search>, replace = false) => void navigate({ search: { ...search, page: 1, ...change }, replace })
  const month = search.month ?? thisMonth
  const site = sites.data?.find(({ siteid }) => siteid === search.siteid)
  const firstSite = (site ?? sites.data?.[0])?.siteid
  const cashUpToday = () => {
    if (firstSite !== undefined && today !== undefined) setOpened({ siteid: firstSite, day: today, canChoose: true })
  }

  return (
    <>
      <PageHeader
        title="Cash-ups"
        subtitle="Cash counted against sales"
        controls={
          <>
            <MonthPicker
              month={month}
              lastMonth={thisMonth}
              onChoose={(chosen) => show({ month: chosen === thisMonth ? undefined : chosen })}
            />
            <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => show({ siteid })} isAlwaysShown />
          </>
        }
        more={
          <>
            <PrintButton />
            <ExportButton url={getExportUrl(search)} />
          </>
        }
        action={
          <Button
            leftSection={<IconCash size={18} stroke={1.75} aria-hidden />}
            disabled={!firstSite || !today}
            onClick={cashUpToday}
          >
            Cash up today
          </Button>
        }
      />
      {!isPhone && <MonthTotals list={list} />}
      {!isPhone && !sites.isPending && (
        <MonthGrid search={search} rows={search.siteid === undefined ? (sites.data?.length ?? 1) : 1} onOpen={setOpened} />
      )}
      {/* After the month, whose height the sites give. */}
      {(isPhone || !sites.isPending) && (
        <DataTable
          title="Days"
          aside={isPhone && totals && totals.days > 0 && <Difference difference={totals.difference} />}
          view={createCashUpView(today, ({ siteid, day }) => setOpened({ siteid, day }))}
          query={list}
          search={{ ...search, ...ORDER }}
          onSearch={({ page, siteid }, { replace } = {}) => show({ page, siteid }, replace)}
          failure="Failed to load cash-ups"
          empty={{ icon: IconCashOff, text: 'No sales or cash-ups this month.', unfiltered: { siteid: undefined } }}
        />
      )}
      {isPhone && <MonthTotals list={list} />}
      {opened && (
        <CashUpDialog
          key={`${opened.siteid} ${opened.day}`}
          {...opened}
          sites={opened.canChoose ? (sites.data ?? []) : []}
          onSite={(siteid) => setOpened({ ...opened, siteid })}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}
