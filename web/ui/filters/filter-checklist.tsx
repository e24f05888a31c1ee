import { Box, Button, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useModule } from '../../lib/api/use-module.ts'
import { decapitalise } from '../../lib/format/capitalise.ts'
import { LoadFailure } from '../feedback/load-failure.tsx'
import type { Props as PanelProps } from './filter-checklist-panel.tsx'
import classes from './filters.module.css'

export type Props<Id> = PanelProps<Id> & {
  onOpen?: (isOpen: boolean) => void
  position?: 'bottom-start' | 'bottom-end'
}

/** A filter with one, several or all of its options. */
export function FilterChecklist<Id extends string | number>({ onOpen, position = 'bottom-end', ...panel }: Props<Id>) {
  const { label, chosen } = panel
  const [isOpen, setOpen] = useState(false)
  // Loaded when the list opens or is about to.
  const [isNear, setNear] = useState(false)
  const code = useModule({
    name: 'filter-checklist',
    load: () => import('./filter-checklist-panel.tsx'),
    enabled: isOpen || isNear,
  })
  const setPanelOpen = (open: boolean) => {
    setOpen(open)
    onOpen?.(open)
    panel.search?.onType('')
  }
  const [first] = chosen
  const noun = decapitalise(label)
  const shown = chosen.length > 1 ? `${chosen.length} ${noun}` : (first?.name ?? `All ${noun}`)
  return (
    <Popover
      opened={isOpen && !code.isPending} // its fields get the focus
      onChange={setPanelOpen}
      position={position}
      trapFocus
      returnFocus
      withinPortal={false}
      withRoles={false}
      shadow="md"
    >
      <Popover.Target>
        <Button
          variant="default"
          className={classes.filter}
          data-opens
          data-chosen={chosen.length > 0 || undefined}
          aria-label={`${label}: ${shown}`}
          aria-expanded={isOpen}
          title={chosen.map(({ name }) => name).join(', ')}
          rightSection={<IconChevronDown size={16} stroke={2} aria-hidden />}
          onPointerEnter={() => setNear(true)}
          onFocus={() => setNear(true)}
          onClick={() => setPanelOpen(!isOpen)}
        >
          <Box component="span" className="ellipsis" maw={160} lh="20px">
            {shown}
          </Box>
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.dropdown}>
        {code.data && <code.data.FilterChecklistPanel {...panel} />}
        {code.isError && <LoadFailure query={code} failure="Failed to load the filter" />}
      </Popover.Dropdown>
    </Popover>
  )
}
