import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { LOW_STOCK } from '../../../contract/shared/constants.ts'
import { SiteSelect } from '../../figures/site-select.tsx'
import { api } from '../../lib/api/api.ts'
import { canScanBarcodes } from '../../lib/browser/can-scan-barcodes.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterSelect } from '../../ui/filters/filter-select.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { ScanButton } from '../../ui/scan/scan-button.tsx'
import type { Search } from './product-queries.ts'

type Props = {
  search: Search
  /** Whether there are several sites. */
  hasSites: boolean
  onSearch: (next: Search) => void
  onFind: (q: string) => void
  onScan: (barcode: string) => void
}

export function ProductFilters({ search, hasSites, onSearch, onFind, onScan }: Props) {
  const options = useQuery(api.products.options.queryOptions())
  const toggle = useRef<HTMLButtonElement>(null)
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))

  // No button sets it: other screens link to the list with it.
  const chips = search.no_cost ? [{ text: 'Without purchase price', onRemove: () => filter({ no_cost: false }) }] : []

  return (
    <ListBar>
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
      <FilterToggle ref={toggle} icon={IconAlertTriangle} on={search.low} onToggle={(low) => filter({ low })}>
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
      <FilterChips chips={chips} focusAfter={toggle} />
    </ListBar>
  )
}

const toOptions = (names: string[] = []) => names.map((name) => ({ value: name, label: name }))
