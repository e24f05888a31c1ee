import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { CloseDialogButton, Dialog } from '../ui/dialog/dialog.tsx'
import classes from './figures-controls.module.css'

/** A button with the names of what is chosen, which opens the controls. */
export function ControlsSheet({ names, children }: { names: string[]; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        className={classes.summary}
        aria-label={`Range and filters: ${names.join(', ')}`}
        aria-haspopup="dialog"
        leftSection={<IconAdjustmentsHorizontal size={16} stroke={1.75} aria-hidden />}
        rightSection={<IconChevronDown size={16} stroke={2} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {names.join(' · ')}
      </Button>
      {isOpen && (
        <Dialog
          title="Range and filters"
          width={420}
          onClose={() => setOpen(false)}
          footer={<CloseDialogButton>Done</CloseDialogButton>}
        >
          <div className={`stack gap-12 ${classes.controls}`}>{children}</div>
        </Dialog>
      )}
    </>
  )
}
