import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useIsPhone } from '../lib/browser/use-is-phone.ts'
import { type Chip, FilterChips } from '../ui/filters/filter-chips.tsx'
import { FilterSheet } from '../ui/filters/filter-sheet.tsx'
import classes from './list-bar.module.css'

type Props = {
  /** The search box. */
  search?: ReactNode
  /** Beside the search box; on a phone in a sheet behind one button. */
  filters?: ReactNode
  /** Filters behind a button on a desk too. */
  more?: { panel: ReactNode; preload: () => void }
  /** Of figures that a phone chooses in the sheet, before the filters; on a desk it has a place of its own. */
  range?: { names: string[]; controls: ReactNode } | undefined
  chips?: Chip[]
  /** How many filters are set. */
  count?: number
  onClear?: () => void
  /** How many rows there are with these filters. */
  results?: number | undefined
}

/** The search and the filters above a list: on a desk beside each other, on a phone one line with a button 'Filters · 2'. */
export function ListBar({ search, filters, more, range, chips = [], count = 0, onClear, results }: Props) {
  const isPhone = useIsPhone()
  const bar = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  const find = (selector: string) => bar.current?.querySelector<HTMLElement>(selector)
  return (
    <div ref={bar} className={`row wrap ${classes.bar}`}>
      {search}
      {!isPhone && filters}
      {isPhone && (filters || more || range) && (
        <FilterSheet
          names={range?.names}
          isShort={Boolean(search)}
          count={count}
          onClear={onClear}
          results={results}
          preload={more?.preload}
        >
          {range?.controls}
          {filters}
          {more?.panel}
        </FilterSheet>
      )}
      {!isPhone && more && (
        <Button
          variant="default"
          fz={13}
          fw={500}
          leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
          data-filters
          aria-expanded={isOpen}
          aria-controls={panelId}
          onPointerEnter={more.preload}
          onFocus={more.preload}
          onClick={() => setOpen(!isOpen)}
        >
          Filters
        </Button>
      )}
      <FilterChips chips={chips} onRemoved={() => (find('[aria-pressed]') ?? find('[data-filters]') ?? find('input'))?.focus()} />
      {!isPhone && more && (
        <div id={panelId} className="row wrap screen-only full-row" hidden={!isOpen}>
          {isOpen && more.panel}
        </div>
      )}
    </div>
  )
}
