import { useQuery } from '@tanstack/react-query'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { api } from '../../lib/api/api.ts'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import type { Search } from './sale-queries.ts'

type Props = { search: Search; onFilter: (change: Partial<Search>) => void }

/** The filters that are hidden until they are asked for. */
export function MoreFilters({ search, onFilter }: Props) {
  const { data: options } = useQuery(api.sales.options.queryOptions())
  const chosen = search.payment_method.trim().toLowerCase()
  const methods = options?.payment_methods ?? []
  // The chosen one is offered also when no sale has it.
  const offered = chosen === '' || methods.includes(chosen) ? methods : [...methods, chosen]
  return (
    <>
      <FilterToggle on={search.refunds} onToggle={(refunds) => onFilter({ refunds })}>
        Only refunds
      </FilterToggle>
      <FilterSelect
        label="Payment method"
        all="All payment methods"
        value={chosen}
        onChange={(payment_method) => onFilter({ payment_method })}
        options={offered.map((method) => ({ value: method, label: formatPaymentMethod(method) }))}
      />
    </>
  )
}
