import { Button } from '@mantine/core'
import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import classes from './discard-question.module.css'

type Options = {
  /** Gets the focus back; without it, the element that had it. */
  field?: RefObject<HTMLElement | null>
  /** What is lost. */
  text?: string | undefined
}

/**
 * Asks before what was typed is lost. `close` is for every way to leave a form: it closes at once if nothing was typed. While the
 * question is open, another `close` (Back) keeps the form open.
 */
export function useDiscardQuestion(
  hasChanges: () => boolean,
  onClose: () => void,
  { field, text = 'What you typed is not saved.' }: Options = {},
) {
  const [isAsking, setAsking] = useState(false)
  const focused = useRef<HTMLElement | null>(null)
  const keep = () => setAsking(false)
  const ask = () => {
    focused.current = document.activeElement as HTMLElement | null
    setAsking(true)
  }
  return {
    isAsking,
    close: () => (isAsking ? keep() : hasChanges() ? ask() : onClose()),
    question: isAsking && <DiscardQuestion text={text} field={field ?? focused} onKeep={keep} onDiscard={onClose} />,
  }
}

type Props = { text: string; field: RefObject<HTMLElement | null>; onKeep: () => void; onDiscard: () => void }

/** A native dialog in front of the dialog of the form, which is inert until it is answered. */
function DiscardQuestion({ text, field, onKeep, onDiscard }: Props) {
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
