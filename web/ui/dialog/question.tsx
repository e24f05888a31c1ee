import { Box, Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'

export type QuestionText = {
  title: string
  text: string
  /** The name of the button that says yes. */
  action: string
}

type Props = QuestionText & {
  /** Gets the focus back. */
  field: RefObject<HTMLElement | null>
  onKeep: () => void
  onAction: () => void
}

/** A native dialog in front of the dialog of the form, which is inert until it is answered. */
export function Question({ title, text, action, field, onKeep, onAction }: Props) {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // Later, or the Escape that asked would also answer. It focuses the first button.
    const timer = setTimeout(() => dialog.current?.showModal())
    return () => {
      clearTimeout(timer)
      field.current?.focus()
    }
  }, [field])

  return (
    // A click outside is what Escape is on the keyboard.
    <Box
      component="dialog"
      ref={dialog}
      role="alertdialog"
      className="panel"
      w="min(400px, calc(100vw - 32px))"
      p={0}
      c="var(--text)"
      style={{ boxShadow: 'var(--dialog)' }}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onKeep()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onKeep()}
    >
      <Box p="20px 24px">
        <h2 id={`${id}-title`}>{title}</h2>
        <Box component="p" id={`${id}-text`} mt={4} c="dimmed">
          {text}
        </Box>
        <Box className="row end equal" mt={20}>
          <Button variant="default" onClick={onKeep}>
            Keep editing
          </Button>
          <Button color="red" onClick={onAction}>
            {action}
          </Button>
        </Box>
      </Box>
    </Box>
  )
}
