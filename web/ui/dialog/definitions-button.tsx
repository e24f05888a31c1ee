import { Button } from '@mantine/core'
import { IconHelpCircle } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import classes from './dialog.module.css'

/** Opens the definitions of a report. */
export function DefinitionsButton({ children }: { children: (onClose: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        size="xs"
        leftSection={<IconHelpCircle size={16} stroke={1.75} aria-hidden />}
        classNames={{ root: classes.definitions, label: classes.definitionsLabel }}
        title="About these figures"
        onClick={() => setOpen(true)}
      >
        About these figures
      </Button>
      {isOpen && children(() => setOpen(false))}
    </>
  )
}
