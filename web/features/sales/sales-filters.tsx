import { useRef } from 'react'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { useFiltersPanel } from '../../list/use-filters-panel.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { Search } from './sale-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

const MoreFilters = lazyComponent(async () => (await import('./more-filters.tsx')).MoreFilters, {
  failure: 'Failed to load the filters',
})

export function SalesFilters({ search, onSearch, onFind }: Props) {
  const timezone = useTimezone()
  const toggle = useRef<HTMLButtonElement>(null)
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))
  const more = useFiltersPanel({
    panel: <MoreFilters search={search} onFilter={filter} />,
    preload: MoreFilters.preload,
    className: 'row wrap fill-line screen-only full-row',
  })
  const paymentMethod = formatPaymentMethod(search.payment_method.trim().toLowerCase())
  const chips = [
    search.q && { text: search.q, onRemove: () => onFind('') },
    search.small && { text: `< R${SMALL_SALE_BELOW}`, onRemove: () => filter({ small: false }) },
    search.refunds && { text: 'Refunds', onRemove: () => filter({ refunds: false }) },
    search.received_after && {
      text: `Arrived since ${formatDateTimeIn(timezone, new Date(search.received_after))}`,
      onRemove: () => filter({ received_after: undefined }),
    },
    paymentMethod && { text: `Payment: ${paymentMethod}`, onRemove: () => filter({ payment_method: '' }) },
  ].filter((chip) => typeof chip === 'object')

  return (
    <ListBar>
      <SearchBox placeholder="Search sale ID, employee, or site…" value={search.q} onChange={onFind} />
      <FilterToggle ref={toggle} on={search.small} onToggle={(small) => filter({ small })}>
        Only below R{SMALL_SALE_BELOW}
      </FilterToggle>
      {more.button}
      <FilterChips chips={chips} focusAfter={toggle} />
      {more.panel}
    </ListBar>
  )
}
