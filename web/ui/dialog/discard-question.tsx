import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef } from 'react'
import classes from './discard-question.module.css'

type Props = {
  /** What is lost. */
  text: string
  /** Gets the focus back. */
  field: RefObject<HTMLElement | null>
  onKeep: () => void
  onDiscard: () => void
}

/** Asks before something is lost: a native dialog in front of the dialog of the form, which is inert until it is answered. */
export function DiscardQuestion({ text, field, onKeep, onDiscard }: Props) {
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
        <h2 id={`${id}-title`}>Discard changes?</h2>
        <p id={`${id}-text`}>{text}</p>
        <div className={classes.buttons}>
          <Button variant="default" onClick={onKeep}>
            Keep editing
          </Button>
          <Button color="red" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      </div>
    </dialog>
  )
}
