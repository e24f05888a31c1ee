import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import { api } from '../../lib/api/api.ts'
import { useModule } from '../../lib/api/use-module.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import { getFilterNames } from './sales-filter-names.ts'
import classes from './sales-filters.module.css'
import { employeesQuery, type Search } from './sales-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

export function SalesFilters({ search, onSearch, onFind }: Props) {
  const toggle = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  // Loaded when the panel opens or is about to: its select fields weigh much.
  const [isNear, setNear] = useState(false)
  const panel = useModule({ name: 'more-filters', load: () => import('./more-filters.tsx'), enabled: isOpen || isNear })
  const options = useQuery({ ...api.sales.options.queryOptions(), enabled: isOpen || search.siteid !== undefined })
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))
  const employees = useQuery({ ...employeesQuery(search), enabled: isOpen || search.employeeid !== undefined })
  const names = getFilterNames(search, options.data, employees)
  const chips = [
    search.q && { text: search.q, onRemove: () => onFind('') },
    search.small && { text: `< R${SMALL_SALE_BELOW}`, onRemove: () => filter({ small: false }) },
    search.refunds && { text: 'Refunds', onRemove: () => filter({ refunds: false }) },
    names.payment_method && {
      text: `Payment: ${names.payment_method}`,
      onRemove: () => filter({ payment_method: '' }),
    },
    names.site && { text: `Site: ${names.site}`, onRemove: () => filter({ siteid: undefined }) },
    names.employee && { text: `Employee: ${names.employee}`, onRemove: () => filter({ employeeid: undefined }) },
  ].filter((chip) => typeof chip === 'object')

  return (
    <ListBar>
      <SearchBox placeholder="Search sale ID, employee, or site…" value={search.q} onChange={onFind} />
      <FilterToggle ref={toggle} on={search.small} onToggle={(small) => filter({ small })}>
        Only below R{SMALL_SALE_BELOW}
      </FilterToggle>
      <Button
        variant="default"
        fz={13}
        fw={500}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onPointerEnter={() => setNear(true)}
        onFocus={() => setNear(true)}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
      <FilterChips chips={chips} focusAfter={toggle} />
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        {isOpen && panel.isError && <LoadFailure query={panel} failure="Failed to load the filters" />}
        {isOpen && panel.data && (
          <panel.data.MoreFilters search={search} names={names} options={options.data} onFilter={filter} />
        )}
      </div>
    </ListBar>
  )
}
