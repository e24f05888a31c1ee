import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { type ReactNode, type Ref, useId, useState } from 'react'
import { useModule } from '../lib/api/use-module.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'

type Options<Module> = {
  /** Of the module, the same at every place that loads it. */
  name: string
  /** Called when the panel opens or is about to: its select fields weigh much. */
  load: () => Promise<Module>
  className: string | undefined
  children: (module: Module) => ReactNode
  buttonRef?: Ref<HTMLButtonElement>
}

/** The button 'Filters' of a list, and the panel that it opens. */
export function useFiltersPanel<Module>({ name, load, className, children, buttonRef }: Options<Module>) {
  const panelId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isNear, setNear] = useState(false)
  const module = useModule({ name, load, enabled: isOpen || isNear })
  const button = (
    <Button
      ref={buttonRef}
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
  )
  const panel = (
    <div id={panelId} className={className} hidden={!isOpen}>
      {isOpen && module.isError && <LoadFailure query={module} failure="Failed to load the filters" />}
      {isOpen && module.data && children(module.data)}
    </div>
  )
  return { button, panel }
}
