import { type FocusEvent, useRef, useState } from 'react'
import { useCloseOnBack } from './close-on-back.ts'
import { DiscardQuestion } from './discard-question.tsx'

type Options = {
  onClose: () => void
  /** What would be lost now, in a sentence; undefined when that is nothing. */
  unsaved: (() => string | undefined) | undefined
  leaveQuestion: (() => void) | undefined
  busy: boolean
  inUrl: boolean
}

type Question = { text: string; leave: () => void; stay: () => void }

/**
 * Every way out of a dialog: its buttons, Escape, a click outside, Back, and links to other screens. Asks before something is lost.
 * While the question is open, Back keeps the dialog open.
 */
export function useClose({ onClose, unsaved, leaveQuestion, busy, inUrl }: Options) {
  const [asked, setAsked] = useState<Question | null>(null)
  const field = useRef<HTMLElement | null>(null)

  const ask = (question: Question) => {
    const focused = document.activeElement as HTMLElement | null
    // A click on Close or beside the dialog has taken the focus from the last field.
    const isWork = focused?.matches('[role=dialog] :not([aria-label=Close])')
    if (isWork || !field.current?.isConnected) field.current = focused
    setAsked(question)
  }
  const answer = (then: () => void) => {
    setAsked(null)
    then()
  }
  const close = () => {
    if (busy) return
    if (asked) return answer(asked.stay)
    if (leaveQuestion) return leaveQuestion()
    const text = unsaved?.()
    if (text === undefined) onClose()
    else ask({ text, leave: onClose, stay: () => {} })
  }

  const canLeave = () => {
    const text = unsaved?.()
    if (text === undefined) return true
    return new Promise<boolean>((resolve) => ask({ text, leave: () => resolve(true), stay: () => resolve(false) }))
  }

  const isCovered = useCloseOnBack(close, {
    inUrl,
    warnsBeforeUnload: () => busy || unsaved?.() !== undefined,
    canLeave,
  })

  return {
    close,
    isCovered: isCovered || asked !== null || leaveQuestion !== undefined,
    /** For the dialog: its last focused field gets the focus back. */
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (target.matches('input, textarea')) field.current = target
    },
    question: asked && (
      <DiscardQuestion text={asked.text} field={field} onKeep={() => answer(asked.stay)} onDiscard={() => answer(asked.leave)} />
    ),
  }
}
