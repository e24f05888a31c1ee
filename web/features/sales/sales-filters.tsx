import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { type FiguresChoice, useFiguresSheet } from '../../figures/figures-controls.tsx'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { countFilters, withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { type Search, UNFILTERED } from './sale-queries.ts'

type Props = {
  search: Search
  /** Chosen in the header on a desk. */
  figures: FiguresChoice
  onSearch: (next: Search) => void
  onFind: (q: string) => void
  results: number | undefined
}

const MoreFilters = lazyComponent(async () => (await import('./more-filters.tsx')).MoreFilters, {
  failure: 'Failed to load the filters',
})

export function SalesFilters({ search, figures, onSearch, onFind, results }: Props) {
  const timezone = useTimezone()
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))
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
    <ListBar
      search={<SearchBox placeholder="Search sale ID, employee, or site…" value={search.q} onChange={onFind} />}
      range={useFiguresSheet(figures)}
      filters={
        <FilterToggle on={search.small} onToggle={(small) => filter({ small })}>
          Only below R{SMALL_SALE_BELOW}
        </FilterToggle>
      }
      more={{ panel: <MoreFilters search={search} onFilter={filter} />, preload: MoreFilters.preload }}
      chips={chips}
      count={countFilters(search, UNFILTERED)}
      onClear={() => filter({ ...UNFILTERED, q: search.q })}
      results={results}
    />
  )
}
