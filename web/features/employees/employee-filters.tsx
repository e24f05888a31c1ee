import { SiteSelect } from '../../figures/site-select.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { countFilters, withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { type Search, UNFILTERED } from './employee-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void; results: number | undefined }

const STATUSES = [
  { value: 'enabled' as const, label: 'Enabled' },
  { value: 'disabled' as const, label: 'Disabled' },
]

export function EmployeeFilters({ search, onSearch, onFind, results }: Props) {
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  return (
    <ListBar
      search={<SearchBox placeholder="Search by name or position…" value={search.q} onChange={onFind} />}
      filters={
        <>
          <SiteSelect label="Site" siteid={search.siteid} onChange={(siteid) => filter({ siteid })} isAlwaysShown />
          <FilterSelect
            label="Status"
            all="All statuses"
            value={search.status === 'all' ? '' : search.status}
            onChange={(status) => filter({ status: status || 'all' })}
            options={STATUSES}
          />
        </>
      }
      count={countFilters(search, UNFILTERED)}
      onClear={() => filter({ ...UNFILTERED, q: search.q })}
      results={results}
    />
  )
}
