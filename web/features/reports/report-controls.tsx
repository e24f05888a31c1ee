import { useRef } from 'react'
import { isByTime, listColumns } from '../../../contract/search/reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { ColumnItems, ColumnsMenu } from '../../list/columns-menu.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { SearchBox } from '../../list/search-box.tsx'
import { useFiltersPanel } from '../../list/use-filters-panel.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { ChoiceSelect } from '../../ui/filters/filter-select.tsx'
import { COLUMN_TITLES, DIMENSION_GROUPS, DIMENSION_NAMES } from './report-names.ts'
import { getColumns, type Search } from './report-search.ts'
import { type ChosenFilter, FILTER_LABELS } from './use-filter-names.ts'

type Props = {
  search: Search
  chosen: ChosenFilter[]
  onChange: (change: Partial<Search>) => void
  onFind: (q: string) => void
}

const FiltersPanel = lazyComponent(async () => (await import('./filters-panel.tsx')).FiltersPanel, {
  failure: 'Failed to load the filters',
})

const BY = DIMENSION_GROUPS.map(({ group, items }) => ({
  group,
  items: items.map((value) => ({ value, label: DIMENSION_NAMES[value] })),
}))

/** What the report groups by and is narrowed to. */
export function ReportControls({ search, chosen, onChange, onFind }: Props) {
  const seesCosts = useSeesCosts()
  const toggle = useRef<HTMLButtonElement>(null)
  const filters = useFiltersPanel({
    panel: <FiltersPanel search={search} onFilter={onChange} />,
    preload: FiltersPanel.preload,
    className: 'full-row',
    buttonRef: toggle,
  })
  const chips = chosen.map(({ filter, value, name }) => ({
    text: `${FILTER_LABELS[filter]}: ${name}`,
    id: `${filter} ${value}`,
    onRemove: () => onChange({ [filter]: (search[filter] as unknown[]).filter((item) => item !== value) }),
  }))
  if (search.q) chips.unshift({ text: search.q, id: 'q', onRemove: () => onFind('') })

  return (
    <ListBar>
      <ChoiceSelect
        label="By"
        value={search.by}
        options={BY}
        // Another dimension has other names and another usual order.
        onChange={(by) => onChange({ by, sort: undefined, dir: undefined, q: '' })}
      />
      {filters.button}
      <ColumnsMenu>
        <ColumnItems
          possible={listColumns(search, seesCosts)}
          titles={COLUMN_TITLES}
          columns={getColumns(search, seesCosts)}
          onChange={(columns) => onChange({ columns: columns?.join(',') })}
        />
      </ColumnsMenu>
      {!isByTime(search.by) && <SearchBox placeholder="Search by name…" value={search.q} onChange={onFind} />}
      <FilterChips chips={chips} focusAfter={toggle} />
      {filters.panel}
    </ListBar>
  )
}
