import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PROGRAM_NAMES, PROGRAMS } from '../../../contract/search/accounting.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { SiteFilter } from '../../figures/place-filters.tsx'
import { queryClient } from '../../lib/api/api.ts'
import { invalidate } from '../../lib/api/stale-queries.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { useToday } from '../../lib/browser/use-today.ts'
import { formatTimeIn } from '../../lib/format/dates.ts'
import { pluralize } from '../../lib/format/money.ts'
import { formatChoice, toChoice, toSearch } from '../../lib/format/ranges.ts'
import { ExportButton } from '../../list/export-button.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { AsAt } from '../../ui/display/as-at.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { FilterSheet } from '../../ui/filters/filter-sheet.tsx'
import { RangePicker } from '../../ui/filters/range-picker.tsx'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import { AccountingMonths } from './accounting-months.tsx'
import { accountingQuery, getExportUrl, getMonthDays, toInput } from './accounting-queries.ts'
import type { AccountingSearch } from './accounting-search.ts'
import { AccountTotals, JournalTiles, PreviewNotices } from './accounting-summary.tsx'

const route = getRouteApi('/_signed-in/reports_/accounting')

const PROGRAM_OPTIONS = PROGRAMS.map((value) => ({ value, label: PROGRAM_NAMES[value] }))
const JOURNAL_OPTIONS = [
  { value: 'day', label: 'One a day' },
  { value: 'site', label: 'One a day and site' },
] as const

/** The sales as journals for an accounting program, with what they post to each account. */
export function AccountingPage() {
  const search: AccountingSearch = route.useLoaderDeps()
  const navigate = route.useNavigate()
  const timezone = useTimezone()
  const today = useToday(timezone)
  const input = toInput(search, today)
  const preview = useQuery(accountingQuery(input))
  const change = (changed: Partial<AccountingSearch>) => void navigate({ search: { ...search, ...changed } })
  // The server keeps what the file has, and no day differs from it.
  const refresh = () => void invalidate(queryClient, ['accounting'])
  const isPhone = useIsPhone()
  const choices = (
    <>
      <ChoiceSelect label="Program" value={input.program} onChange={(program) => change({ program })} options={PROGRAM_OPTIONS} />
      <ChoiceSelect
        label="Journals"
        value={input.by_site ? 'site' : 'day'}
        onChange={(chosen) => change({ by_site: chosen === 'site' })}
        options={[...JOURNAL_OPTIONS]}
      />
    </>
  )
  const exported = <ExportButton url={getExportUrl(input)} onDone={refresh} />
  const replicaTime = preview.data?.replica_as_at
  return (
    <>
      <PageHeader
        title="Sales for accounting"
        subtitle="Sales as journals for Xero, Sage or QuickBooks"
        status={replicaTime && <AsAt time={formatTimeIn(timezone, replicaTime)} />}
        controls={
          <>
            <Controls search={search} today={today} onChange={(next) => void navigate({ search: next })}>
              {isPhone && choices}
            </Controls>
            {isPhone && exported}
          </>
        }
        action={!isPhone && exported}
      />
      {!isPhone && <ListBar filters={choices} />}
      {preview.isError && !preview.data ? (
        <LoadFailure query={preview} failure="Failed to load the journals" asCard />
      ) : (
        <>
          <JournalTiles query={preview} />
          <div className="stack">
            <AccountTotals program={input.program} query={preview} />
            {/* Below what has its room from the start: nothing moves when they come. */}
            <PreviewNotices program={input.program} preview={preview.data} />
            {preview.data && (
              <AccountingMonths
                months={preview.data.months}
                getLaterUrl={(month) => getExportUrl({ ...input, ...getMonthDays(month), later: true })}
              />
            )}
          </div>
        </>
      )}
    </>
  )
}

type ControlsProps = {
  search: AccountingSearch
  today: string
  onChange: (search: AccountingSearch) => void
  children: ReactNode
}

/** The range and the sites; on a phone a button that opens them. */
function Controls({ search, today, onChange, children }: ControlsProps) {
  const { range, from, to, sites = [], ...rest } = search
  const choice = toChoice(search)
  const isPhone = useIsPhone()
  const controls = (
    <>
      <RangePicker choice={choice} today={today} onChoose={(chosen) => onChange({ ...rest, sites, ...toSearch(chosen) })} />
      <SiteFilter chosen={sites} onChange={(chosen) => onChange({ ...search, sites: chosen })} />
      {children}
    </>
  )
  if (!isPhone) return <div className="row wrap gap-8">{controls}</div>
  const place = sites.length === 0 ? 'All sites' : pluralize(sites.length, 'site')
  return <FilterSheet names={[formatChoice(choice, today.slice(0, 4)), place]}>{controls}</FilterSheet>
}
