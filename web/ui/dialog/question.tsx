import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'
import classes from './question.module.css'

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
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click outside is what Escape is on the keyboard.
    <dialog
      ref={dialog}
      role="alertdialog"
      className={classes.question}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onCancel={(event) => {
        event.preventDefault()
        onKeep()
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onKeep()}
    >
      <div className={classes.body}>
        <h2 id={`${id}-title`}>{title}</h2>
        <p id={`${id}-text`}>{text}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onKeep}>
            Keep editing
          </Button>
          <Button color="red" onClick={onAction}>
            {action}
          </Button>
        </div>
      </div>
    </dialog>
  )
}
