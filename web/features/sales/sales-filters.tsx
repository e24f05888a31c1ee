import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconCash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useId, useRef, useState } from 'react'
import { SMALL_SALE_BELOW } from '../../../contract/shared/constants.ts'
import { useTimezone } from '../../auth/timezone.ts'
import { api } from '../../lib/api/api.ts'
import { useModule } from '../../lib/api/use-module.ts'
import { capitalise } from '../../lib/format/capitalise.ts'
import { formatDateTimeIn } from '../../lib/format/dates.ts'
import { ListBar } from '../../list/list-bar.tsx'
import { withFilter } from '../../list/list-rules.ts'
import { SearchBox } from '../../list/search-box.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { FilterChips } from '../../ui/filters/filter-chips.tsx'
import { FilterToggle } from '../../ui/filters/filter-toggle.tsx'
import classes from './sales-filters.module.css'
import type { Search } from './sales-queries.ts'

type Props = { search: Search; onSearch: (next: Search) => void; onFind: (q: string) => void }

export function SalesFilters({ search, onSearch, onFind }: Props) {
  const timezone = useTimezone()
  const toggle = useRef<HTMLButtonElement>(null)
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  // Loaded when the panel opens or is about to: its select fields weigh much.
  const [isNear, setNear] = useState(false)
  const panel = useModule({ name: 'more-filters', load: () => import('./more-filters.tsx'), enabled: isOpen || isNear })
  const options = useQuery({ ...api.sales.options.queryOptions(), enabled: isOpen })
  const filter = (change: Partial<Search>) => onSearch(withFilter(search, change))
  const paymentMethod = capitalise(search.payment_method.trim().toLowerCase())
  const chips = [
    search.q && { text: search.q, onRemove: () => onFind('') },
    search.small && { text: `< R${SMALL_SALE_BELOW}`, onRemove: () => filter({ small: false }) },
    search.refunds && { text: 'Refunds', onRemove: () => filter({ refunds: false }) },
    search.received_after && {
      text: `Arrived since ${formatDateTimeIn(timezone, new Date(search.received_after))}`,
      onRemove: () => filter({ received_after: undefined }),
    },
    paymentMethod && { text: `Payment: ${paymentMethod}`, onRemove: () => filter({ payment_method: '' }) },
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
      <Button
        variant="default"
        fz={13}
        fw={500}
        leftSection={<IconCash size={16} stroke={1.75} aria-hidden />}
        renderRoot={(props) => <Link to="/cash-ups" preload={false} {...props} />}
      >
        Cash-ups
      </Button>
      <FilterChips chips={chips} focusAfter={toggle} />
      <div id={panelId} className={classes.panel} hidden={!isOpen}>
        {isOpen && panel.isError && <LoadFailure query={panel} failure="Failed to load the filters" />}
        {isOpen && panel.data && <panel.data.MoreFilters search={search} options={options.data} onFilter={filter} />}
      </div>
    </ListBar>
  )
}
