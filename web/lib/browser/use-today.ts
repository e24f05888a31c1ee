import { useEffect, useState } from 'react'
import { today } from '../format/dates.ts'

const LOOK_EVERY_MS = 30_000

/** The business's calendar date; moves on by itself at midnight in a window that stays open. */
export function useToday(timezone: string) {
  const [, look] = useState('')
  useEffect(() => {
    const timer = setInterval(() => look(today(timezone)), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [timezone])
  return today(timezone)
}
