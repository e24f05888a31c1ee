import { useEffect, useState } from 'react'

/** How long a form waits for an answer before it can be left or sent again. */
export const NO_ANSWER_AFTER_MS = 20_000

/** `'late'`: there is no answer yet, and the form no longer waits for it. */
export type Busy = boolean | 'late'

/** Whether to wait for the answer of a call. The time starts again when `progress` changes. */
export function useBusy(isRunning: boolean, progress?: unknown): Busy {
  const [lateWith, setLateWith] = useState<{ progress: unknown } | null>(null)
  useEffect(() => {
    setLateWith(null)
    if (!isRunning) return
    const timer = setTimeout(() => setLateWith({ progress }), NO_ANSWER_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isRunning, progress])
  return isRunning && lateWith !== null && lateWith.progress === progress ? 'late' : isRunning
}
