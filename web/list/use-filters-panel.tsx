import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useState } from 'react'

type Options = {
  panel: ReactNode
  /** Called when the panel is about to open: its select fields weigh much. */
  preload: () => void
  className: string | undefined
  buttonRef?: Ref<HTMLButtonElement>
}

/** The button 'Filters' of a list, and the panel that it opens. */
export function useFiltersPanel({ panel, preload, className, buttonRef }: Options) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  return {
    button: (
      <Button
        ref={buttonRef}
        variant="default"
        fz={13}
        fw={500}
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={panelId}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!isOpen)}
      >
        Filters
      </Button>
    ),
    panel: (
      <div id={panelId} className={className} hidden={!isOpen}>
        {isOpen && panel}
      </div>
    ),
  }
}
