import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { countFilters, withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import { type Search, UNFILTERED } from './product-queries.ts'

type Props = {
  search: Search
  /** Whether there are several sites. */
  hasSites: boolean
  onSearch: (next: Search) => void
  onFind: (q: string) => void
  onScan: (barcode: string) => void
  results: number | undefined
}

export function ProductFilters({ search, hasSites, onSearch, onFind, onScan, results }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  // No button sets it: other screens link to the list with it.
  const chips = search.no_cost ? [{ text: 'Without purchase price', onRemove: () => filter({ no_cost: false }) }] : []

  return (
    <ListBar
      search={
        <SearchBox
          placeholder="Search by name, barcode, category, supplier…"
          value={search.q}
          onChange={onFind}
          onScan={onScan}
          action={
            canScanBarcodes() && (
              <ScanButton
                onScan={(barcode) => {
                  onFind(barcode)
                  onScan(barcode)
                }}
              />
            )
          }
        />
      }
      filters={
        <>
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
          <SiteSelect label="Location" siteid={search.siteid} onChange={(siteid) => filter({ siteid })} />
          {(hasSites || search.per === 'item') && (
            <FilterSelect
              label="Rows"
              all="One row per product"
              value={search.per === 'item' ? 'item' : ''}
              onChange={(per) => filter({ per: per || 'product' })}
              options={[{ value: 'item', label: 'One row per item' }]}
            />
          )}
        </>
      }
      chips={chips}
      count={countFilters(search, UNFILTERED)}
      onClear={() => filter({ ...UNFILTERED, q: search.q })}
      results={results}
    />
  )
}

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, label: name }))
