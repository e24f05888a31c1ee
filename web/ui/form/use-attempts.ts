import { useEffect, useRef, useState } from 'react'
import { useBusy } from './use-busy.ts'

type Options<Answer> = {
  /** `isOpen`: false when the form was closed before the answer came. */
  onAnswer: (answer: Answer, isOpen: boolean) => void
  onFailure: (error: unknown, isOpen: boolean) => void
}

/**
 * The attempts to send a form, one at a time. An attempt without an answer does not prevent the next one, which must have the same
 * idempotency key: the first answer of the two is taken. `isRepeatable: false` is for calls without one: of these only the newest
 * attempt is taken, because it replaces what the one before has made.
 */
export function useAttempts({ isRepeatable = true } = {}) {
  const [running, setRunning] = useState<number | null>(null)
  const busy = useBusy(running !== null, running)
  const newest = useRef(0)
  /** The newest attempt when the last answer was taken. */
  const answered = useRef(0)
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const run = async <Answer>(send: () => Promise<Answer>, { onAnswer, onFailure }: Options<Answer>) => {
    if (busy === true) return
    newest.current += 1
    const attempt = newest.current
    setRunning(attempt)
    const isOutdated = () => attempt <= answered.current || (!isRepeatable && attempt < newest.current)
    try {
      const answer = await send()
      if (isOutdated()) return
      answered.current = newest.current
      setRunning(null)
      onAnswer(answer, isOpen.current)
    } catch (error) {
      console.error(error)
      if (isOutdated() || attempt < newest.current) return
      setRunning(null)
      onFailure(error, isOpen.current)
    }
  }

  return { busy, run }
}
