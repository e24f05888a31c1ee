import { isByTime, listColumns } from '../../../contract/search/reports.ts'
import { useSeesCosts } from '../../auth/rights.ts'
import { useIsPhone } from '../../lib/browser/use-is-phone.ts'
import { ColumnItems, ColumnsMenu } from '../../list/columns-menu.tsx'
import { ListBar } from '../../list/list-bar.tsx'
import { SearchBox } from '../../list/search-box.tsx'
import { lazyComponent } from '../../ui/feedback/lazy-component.tsx'
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

/** What the report groups by and is narrowed to. On a phone the sheet of the range has it, and the search is beside the rows. */
export function ReportControls({ search, chosen, onChange, onFind }: Props) {
  const isPhone = useIsPhone()
  const seesCosts = useSeesCosts()
  const chips = chosen.map(({ filter, value, name }) => ({
    text: `${FILTER_LABELS[filter]}: ${name}`,
    id: `${filter} ${value}`,
    onRemove: () => onChange({ [filter]: (search[filter] as unknown[]).filter((item) => item !== value) }),
  }))
  if (search.q) chips.unshift({ text: search.q, id: 'q', onRemove: () => onFind('') })
  const box = !isByTime(search.by) && <SearchBox placeholder="Search by name…" value={search.q} onChange={onFind} />
  if (isPhone) return <ListBar search={box} chips={chips} />
  return (
    <ListBar
      search={box}
      filters={
        <>
          <ReportBy search={search} onChange={onChange} />
          <ColumnsMenu>
            <ReportColumns search={search} seesCosts={seesCosts} onChange={onChange} />
          </ColumnsMenu>
        </>
      }
      more={{ panel: <FiltersPanel search={search} onFilter={onChange} />, preload: FiltersPanel.preload }}
      chips={chips}
    />
  )
}

type PartProps = Pick<Props, 'search' | 'onChange'>

const ReportBy = ({ search, onChange }: PartProps) => (
  <ChoiceSelect
    label="By"
    value={search.by}
    options={BY}
    // Another dimension has other names and another usual order.
    onChange={(by) => onChange({ by, sort: undefined, dir: undefined, q: '' })}
  />
)

/** What a phone has in the sheet of the range. */
export const ReportSheet = (props: PartProps) => (
  <>
    <ReportBy {...props} />
    <FiltersPanel search={props.search} onFilter={props.onChange} />
  </>
)

export const ReportColumns = ({ search, seesCosts, onChange }: PartProps & { seesCosts: boolean }) => (
  <ColumnItems
    possible={listColumns(search, seesCosts)}
    titles={COLUMN_TITLES}
    columns={getColumns(search, seesCosts)}
    onChange={(columns) => onChange({ columns: columns?.join(',') })}
  />
)
