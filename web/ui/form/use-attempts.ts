import { useEffect, useRef, useState } from 'react'

type Options<Answer> = {
  /** `isOpen`: false when the form was left before the answer came. */
  onAnswer: (answer: Answer, isOpen: boolean) => void
  onFailure: (error: unknown, isOpen: boolean) => void
}

/** The attempts to send a form, one at a time. */
export function useAttempts() {
  const [busy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const setRunning = (running: boolean) => {
    isRunning.current = running
    setBusy(running)
  }

  const run = async <Answer>(send: () => Promise<Answer>, { onAnswer, onFailure }: Options<Answer>) => {
    if (isRunning.current) return
    setRunning(true)
    const outcome = await send().then(
      (answer) => ({ answer }),
      (error: unknown) => ({ error }),
    )
    setRunning(false)
    if ('answer' in outcome) return onAnswer(outcome.answer, isOpen.current)
    console.error(outcome.error)
    onFailure(outcome.error, isOpen.current)
  }

  return { busy, run }
}
