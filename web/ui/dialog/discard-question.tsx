import { type RefObject, useRef, useState } from 'react'
import { Question } from './question.tsx'

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
    question: isAsking && (
      <Question title="Discard changes?" text={text} action="Discard" field={field ?? focused} onKeep={keep} onAction={onClose} />
    ),
  }
}
