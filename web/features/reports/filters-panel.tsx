import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { MAX_FILTER_VALUES } from '../../../contract/search/filters.ts'
import { formatPaymentMethod } from '../../../contract/shared/payment-method.ts'
import { EmployeeFilter, SiteFilter } from '../../figures/place-filters.tsx'
import { api } from '../../lib/api/api.ts'
import { formatVatRate } from '../../lib/format/money.ts'
import { FilterMultiSelect } from '../../ui/filters/filter-select.tsx'
import type { Search } from './report-search.ts'

type Props = { search: Search; onFilter: (change: Partial<Search>) => void }

/** What a report can be narrowed to: several of each. */
export function FiltersPanel({ search, onFilter }: Props) {
  const products = useQuery(api.products.options.queryOptions())
  const sales = useQuery(api.sales.options.queryOptions())
  return (
    <div className="row wrap fill-line">
      <SiteFilter chosen={search.sites} onChange={(sites) => onFilter({ sites })} />
      <EmployeeFilter chosen={search.employees} onChange={(employees) => onFilter({ employees })} />
      <ValueFilter
        label="Categories"
        // '' stands for products without one.
        values={['', ...(products.data?.categories ?? []).filter(Boolean)]}
        getName={(category) => category || 'No category'}
        query={products}
        chosen={search.categories}
        onChange={(categories) => onFilter({ categories })}
      />
      <ValueFilter
        label="Suppliers"
        values={['', ...(products.data?.suppliers ?? []).filter(Boolean)]}
        getName={(supplier) => supplier || 'No supplier'}
        query={products}
        chosen={search.suppliers}
        onChange={(suppliers) => onFilter({ suppliers })}
      />
      <ValueFilter
        label="Payment methods"
        values={sales.data?.payment_methods ?? []}
        getName={formatPaymentMethod}
        query={sales}
        chosen={search.payment_methods}
        onChange={(payment_methods) => onFilter({ payment_methods })}
      />
      <ValueFilter
        label="VAT rates"
        values={sales.data?.vat_rates ?? []}
        getName={formatVatRate}
        query={sales}
        chosen={search.vat_rates}
        onChange={(vat_rates) => onFilter({ vat_rates })}
      />
    </div>
  )
}

type ValueFilterProps<Value> = {
  label: string
  values: Value[]
  getName: (value: Value) => string
  query?: UseQueryResult<unknown, Error>
  chosen: Value[]
  onChange: (chosen: Value[]) => void
}

const ValueFilter = <Value extends string | number>({ values, chosen, ...props }: ValueFilterProps<Value>) => (
  <FilterMultiSelect
    {...props}
    value={chosen}
    max={MAX_FILTER_VALUES}
    options={values.map((value) => ({ value, label: props.getName(value) }))}
  />
)
