import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import type { SiteOption } from '../../../contract/sites.ts'
import { api } from '../../lib/api/api.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { Search } from './product-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

export function ProductFilters({ search, onSearch, onFind }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  const sites = useQuery(api.sites.options.queryOptions())
  const toggle = useRef<HTMLButtonElement>(null)
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  // No button sets it: other screens link to the list with it.
  const chips = search.no_cost ? [{ text: 'Without purchase price', onRemove: () => filter({ no_cost: false }) }] : []

  return (
    <ListBar>
      <SearchBox placeholder="Search by name, barcode, category, supplier…" value={search.q} onChange={onFind} />
      <FilterToggle ref={toggle} icon={IconAlertTriangle} on={search.low} onToggle={(low) => filter({ low })}>
        Low stock &lt; {LOW_STOCK}
      </FilterToggle>
      <FilterSelect
        label="Category"
        value={search.category}
        onChange={(category) => filter({ category })}
        options={toOptions(options.data?.categories)}
      />
      <FilterSelect
        label="Supplier"
        value={search.supplier}
        onChange={(supplier) => filter({ supplier })}
        options={toOptions(options.data?.suppliers)}
      />
      {((sites.data?.length ?? 0) > 1 || search.siteid !== undefined) && (
        <FilterSelect
          label="Location"
          all="All sites"
          value={search.siteid === undefined ? '' : String(search.siteid)}
          onChange={(siteid) => filter({ siteid: siteid === '' ? undefined : Number(siteid) })}
          options={toSiteOptions(sites.data, search.siteid)}
        />
      )}
      <FilterChips chips={chips} focusAfter={toggle} />
    </ListBar>
  )
}

/** The URL may have a site that no longer exists. */
function toSiteOptions(sites: SiteOption[] | undefined, chosen: number | undefined) {
  const options = (sites ?? []).map(({ siteid, sitename }) => ({ value: String(siteid), label: sitename }))
  const isGone = chosen !== undefined && !sites?.some(({ siteid }) => siteid === chosen)
  return isGone ? [...options, { value: String(chosen), label: sites ? 'Deleted location' : 'Chosen location' }] : options
}

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, label: name }))
