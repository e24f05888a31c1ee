import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { LoadedDialog } from './loaded-dialog.tsx'

type Props<Loaded> = {
  /** Of the file of `load`, as `LoadedDialog` needs it. */
  name: string
  load: () => Promise<Loaded>
  children: (loaded: Loaded, onClose: () => void) => ReactNode
}

/** Opens the definitions of a report. */
export function DefinitionsButton<Loaded>({ name, load, children }: Props<Loaded>) {
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        How these figures are computed
      </Button>
      {isOpen && (
        <LoadedDialog name={name} load={load} title="How these figures are computed" onClose={close}>
          {(loaded) => children(loaded, close)}
        </LoadedDialog>
      )}
    </>
  )
}
