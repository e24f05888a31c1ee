import { useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api/api.ts'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { useSiteOptions } from './stock-report-queries.ts'

type Chosen = { siteid?: number | undefined; supplier: string }
type Props = Chosen & { onFilter: (change: Partial<Chosen>) => void }

/** The filters by supplier and, with several sites, by site. */
export function StockFilters({ siteid, supplier, onFilter }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  const sites = useSiteOptions()
  return (
    <>
      <FilterSelect
        label="Supplier"
        value={supplier}
        onChange={(chosen) => onFilter({ supplier: chosen })}
        options={(options.data?.suppliers ?? []).map((name) => ({ value: name, label: name }))}
      />
      {((sites.data?.length ?? 0) > 1 || siteid !== undefined) && (
        <FilterSelect
          label="Location"
          all="All sites"
          value={siteid === undefined ? '' : String(siteid)}
          onChange={(chosen) => onFilter({ siteid: chosen === '' ? undefined : Number(chosen) })}
          options={(sites.data ?? []).map((site) => ({ value: String(site.siteid), label: site.sitename }))}
        />
      )}
    </>
  )
}
