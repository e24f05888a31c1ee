import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import type { Search } from './employee-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

const STATUSES = [
  { value: 'enabled', label: 'Enabled' },
  { value: 'disabled', label: 'Disabled' },
]

export function EmployeeFilters({ search, onSearch, onFind }: Props) {
  const sites = useQuery(api.sites.options.queryOptions())
  const siteOptions = (sites.data ?? []).map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename }))
  const site = search.siteid === undefined ? '' : String(search.siteid)
  if (site && !siteOptions.some(({ value }) => value === site))
    siteOptions.push({ value: site, label: sites.data ? 'Deleted site' : 'Selected site' })
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  return (
    <ListBar>
      <SearchBox placeholder="Search by name or position…" value={search.q} onChange={onFind} />
      <FilterSelect
        label="Site"
        all="All sites"
        value={site}
        onChange={(siteid) => filter({ siteid: siteid === '' ? undefined : Number(siteid) })}
        options={siteOptions}
      />
      <FilterSelect
        label="Status"
        all="All statuses"
        value={search.status === 'all' ? '' : search.status}
        onChange={(status) => filter({ status: status === '' ? 'all' : (status as Search['status']) })}
        options={STATUSES}
      />
    </ListBar>
  )
}
