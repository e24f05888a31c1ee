import { useBlocker } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { DiscardQuestion } from './discard-question.tsx'

type Options = {
  /** Whether the browser asks before it leaves the app. */
  isUnsaved: () => boolean
  /** Whether the screen may be left without a question. */
  canLeave: () => Promise<boolean>
}

/** Asks before another screen takes the place of one that has something unsaved. Returns the question. */
export function useLeaveQuestion({ isUnsaved, canLeave }: Options) {
  const [answer, setAnswer] = useState<((leave: boolean) => void) | null>(null)
  const focused = useRef<HTMLElement | null>(null)

  const ask = () =>
    new Promise<boolean>((resolve) => {
      focused.current = document.activeElement as HTMLElement | null
      setAnswer(() => (leave: boolean) => {
        setAnswer(null)
        resolve(leave)
      })
    })

  useBlocker({
    shouldBlockFn: async ({ action, current, next }) => {
      if (action === 'REPLACE' || next.pathname === current.pathname || !isUnsaved()) return false
      answer?.(false)
      return !(await canLeave()) && !(await ask())
    },
    enableBeforeUnload: isUnsaved,
  })

  return (
    answer && (
      <DiscardQuestion
        text="Your changes are not saved."
        field={focused}
        onKeep={() => answer(false)}
        onDiscard={() => answer(true)}
      />
    )
  )
}
