import { useQuery } from '@tanstack/react-query'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'

type Chosen = { siteid?: number | undefined; supplier: string }
type Props = Chosen & { onFilter: (change: Partial<Chosen>) => void }

/** The filters by supplier and, with several sites, by site. */
export function StockFilters({ siteid, supplier, onFilter }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  return (
    <>
      <FilterSelect
        label="Supplier"
        value={supplier}
        onChange={(chosen) => onFilter({ supplier: chosen })}
        options={(options.data?.suppliers ?? []).map((name) => ({ value: name, label: name }))}
      />
      <SiteSelect label="Location" siteid={siteid} onChange={(chosen) => onFilter({ siteid: chosen })} />
    </>
  )
}
