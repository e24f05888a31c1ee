import { Box, Button } from '@mantine/core'
import { IconCash, IconCashOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { CashUpsPage as ListPage } from '../../../contract/cash-ups.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { useConnection } from '../../lib/api/live.ts'
import { formatCount, formatRand, pluralize } from '../../lib/format/money.ts'
import { DataTable } from '../../list/data-table.tsx'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { PrintButton } from '../../list/print-button.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { createCashUpView } from './cash-up-columns.tsx'
import { getExportUrl, listQuery, type Search } from './cash-up-queries.ts'
import { describeDifference } from './describe-difference.ts'
import { MonthPicker } from './month-picker.tsx'

const route = getRouteApi('/_signed-in/cash-ups')

/** The list has one order. */
const ORDER = { q: '', sort: 'day', dir: 'desc' } as const

type Opened = { siteid: number; day: string; canChoose?: boolean }

const CashUpDialog = lazyDialog('Cash up', async () => (await import('./cash-up-dialog.tsx')).CashUpDialog)

export function CashUpsPage() {
  useConnection()
  const search: Search = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const list = useQuery(listQuery(search))
  const sites = useQuery(api.sites.options.queryOptions())
  const [opened, setOpened] = useState<Opened | null>(null)

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
        subtitle="What was counted, beside what was sold"
        action={
          <div className="row wrap fill-line narrow no-icons">
            <PrintButton />
            <ExportButton url={getExportUrl(search)} />
            <Button
              leftSection={<IconCash size={18} stroke={1.75} aria-hidden />}
              disabled={!firstSite || !today}
              onClick={cashUpToday}
            >
              Cash up today
            </Button>
          </div>
        }
      />
      <ListBar>
        <MonthPicker
          month={month}
          lastMonth={thisMonth}
          onChoose={(chosen) => show({ month: chosen === thisMonth ? undefined : chosen })}
        />
        <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => show({ siteid })} isAlwaysShown />
      </ListBar>
      <Totals totals={list.data?.totals} />
      <DataTable
        title="Days"
        view={createCashUpView(today, ({ siteid, day }) => setOpened({ siteid, day }))}
        query={list}
        search={{ ...search, ...ORDER }}
        onSearch={({ page }, { replace } = {}) => show({ page }, replace)}
        failure="Failed to load cash-ups"
        empty={{ icon: IconCashOff, text: 'No sales and no cash-ups in this month.' }}
      />
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

/** The sums of the month in a sentence. */
function Totals({ totals }: { totals: ListPage['totals'] | undefined }) {
  if (!totals)
    return (
      <Box component="p" mb="md">
        {'\u00a0'}
      </Box>
    )
  const { days, expected, counted, difference, missing } = totals
  return (
    <Box component="p" mb="md" c="dimmed">
      {days === 0 ? (
        missing > 0 ? (
          `0 of ${pluralize(missing, 'trading day')} cashed up.`
        ) : (
          'No day was cashed up.'
        )
      ) : (
        <>
          {formatCount(days)} of {pluralize(days + missing, 'trading day')} cashed up: expected {formatRand(expected)}, counted{' '}
          {formatRand(counted)}.{' '}
          <Box component="b" c="var(--text)" fw={600}>
            {describeDifference(difference)}.
          </Box>
        </>
      )}
    </Box>
  )
}
