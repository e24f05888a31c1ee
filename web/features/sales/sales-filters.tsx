import { useRef } from 'react'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { Search } from './sales-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

export function SalesFilters({ search, onSearch, onFind }: Props) {
  const toggle = useRef<HTMLButtonElement>(null)
  const setSmall = (small: boolean) => onSearch(withFilter(search, { small }))
  const chips = [
    ...(search.q ? [{ text: search.q, onRemove: () => onFind('') }] : []),
    ...(search.small ? [{ text: `< R${SMALL_SALE_BELOW}`, onRemove: () => setSmall(false) }] : []),
  ]

  return (
    <ListBar>
      <SearchBox placeholder="Search sale ID, employee, or site…" value={search.q} onChange={onFind} />
      <FilterToggle ref={toggle} on={search.small} onToggle={setSmall}>
        Only below R{SMALL_SALE_BELOW}
      </FilterToggle>
      <FilterChips chips={chips} focusAfter={toggle} />
    </ListBar>
  )
}
