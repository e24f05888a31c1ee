import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { MAX_FILTER_VALUES } from '../../../contract/search/filters.ts'
import { EmployeeFilter, SiteFilter } from '../../figures/place-filters.tsx'
import { api } from '../../lib/api/api.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { KnownChecklist } from '../../ui/filters/known-checklist.tsx'
import classes from './filters-panel.module.css'
import type { Search } from './report-search.ts'

type Props = { search: Search; onFilter: (change: Partial<Search>) => void }

/** What a report can be narrowed to: several of each. */
export function FiltersPanel({ search, onFilter }: Props) {
  const products = useQuery(api.products.options.queryOptions())
  const sales = useQuery(api.sales.options.queryOptions())
  return (
    <div className={classes.panel}>
      <SiteFilter chosen={search.sites} onChange={(sites) => onFilter({ sites })} position="bottom-start" />
      <EmployeeFilter chosen={search.employees} onChange={(employees) => onFilter({ employees })} position="bottom-start" />
      <TextFilter
        label="Categories"
        // '' stands for products without one.
        values={['', ...(products.data?.categories ?? []).filter(Boolean)]}
        getName={(category) => category || 'No category'}
        query={products}
        chosen={search.categories}
        onChange={(categories) => onFilter({ categories })}
      />
      <TextFilter
        label="Suppliers"
        values={['', ...(products.data?.suppliers ?? []).filter(Boolean)]}
        getName={(supplier) => supplier || 'No supplier'}
        query={products}
        chosen={search.suppliers}
        onChange={(suppliers) => onFilter({ suppliers })}
      />
      <TextFilter
        label="Payment methods"
        values={sales.data?.payment_methods ?? []}
        getName={capitalise}
        query={sales}
        chosen={search.payment_methods}
        onChange={(payment_methods) => onFilter({ payment_methods })}
      />
    </div>
  )
}

type TextFilterProps = {
  label: string
  values: string[]
  getName: (value: string) => string
  query: UseQueryResult<unknown, Error>
  chosen: string[]
  onChange: (chosen: string[]) => void
}

const TextFilter = ({ values, getName, ...props }: TextFilterProps) => (
  <KnownChecklist
    {...props}
    max={MAX_FILTER_VALUES}
    getName={getName}
    options={values.map((value) => ({ id: value, name: getName(value) }))}
    position="bottom-start"
  />
)
