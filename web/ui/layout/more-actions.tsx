import { ActionIcon, Popover } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, useRef, useState } from 'react'
import classes from './page-header.module.css'

/** On a phone: the buttons of a screen that are not its main action, behind one. */
export function MoreActions({ children }: { children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    button.current?.focus()
  }
  // A dialog returns the focus to the element that had it. A download shows its progress, so it stays in sight.
  const onClickCapture = ({ target }: MouseEvent) => {
    const pressed = (target as Element).closest('button, a')
    if (pressed && !pressed.closest('[data-download]')) close()
  }
  return (
    // Kept, or a download would be aborted when it closes.
    <Popover
      opened={isOpen}
      onChange={close}
      position="bottom-end"
      shadow="md"
      keepMounted
      withinPortal={false}
      withRoles={false}
      trapFocus
    >
      <Popover.Target>
        <ActionIcon
          ref={button}
          variant="default"
          size={44}
          aria-label="More actions"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <IconDots size={20} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes.more} onClickCapture={onClickCapture}>
        {children}
      </Popover.Dropdown>
    </Popover>
  )
}
