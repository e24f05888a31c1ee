import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import classes from './discard-question.module.css'

/**
 * Asks before what was typed is lost. `close` is for every way to leave a form: it closes at once if nothing was typed. While the
 * question is open, another `close` (Back) keeps the form open. The focus then returns to `field`.
 */
export function useDiscardQuestion(hasChanges: () => boolean, onClose: () => void, field: RefObject<HTMLElement | null>) {
  const [isAsking, setAsking] = useState(false)
  const keep = () => setAsking(false)
  return {
    isAsking,
    close: () => (isAsking ? keep() : hasChanges() ? setAsking(true) : onClose()),
    question: isAsking && <DiscardQuestion field={field} onKeep={keep} onDiscard={onClose} />,
  }
}

type Props = { field: RefObject<HTMLElement | null>; onKeep: () => void; onDiscard: () => void }

/** A native dialog in front of the dialog of the form, which is inert until it is answered. */
function DiscardQuestion({ field, onKeep, onDiscard }: Props) {
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
        <p id={`${id}-text`}>What you typed is not saved.</p>
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
