import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { api } from '../../lib/api/api.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { Search } from './product-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

export function ProductFilters({ search, onSearch, onFind }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  return (
    <ListBar>
      <SearchBox placeholder="Search by name, barcode, category, supplier…" value={search.q} onChange={onFind} />
      <FilterToggle icon={IconAlertTriangle} on={search.low} onToggle={(low) => filter({ low })}>
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
    </ListBar>
  )
}

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, label: name }))
